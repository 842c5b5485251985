export function LossPanel() {
  return <div data-testid="LossPanel" />;
}
