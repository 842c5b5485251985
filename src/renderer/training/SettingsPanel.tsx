export function SettingsPanel() {
  return <div data-testid="SettingsPanel" />;
}
