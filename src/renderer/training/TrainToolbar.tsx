export function TrainToolbar() {
  return <div data-testid="TrainToolbar" />;
}
