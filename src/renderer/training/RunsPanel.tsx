export function RunsPanel() {
  return <div data-testid="RunsPanel" />;
}
