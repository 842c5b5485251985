export function VariantTabs() {
  return <div data-testid="VariantTabs" />;
}
