export function AttentionPanel() {
  return <div data-testid="AttentionPanel" />;
}
