export function DataPanel() {
  return <div data-testid="DataPanel" />;
}
