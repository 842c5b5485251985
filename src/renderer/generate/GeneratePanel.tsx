export function GeneratePanel() {
  return <div data-testid="GeneratePanel" />;
}
