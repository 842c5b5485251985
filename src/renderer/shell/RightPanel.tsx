import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Inspector } from '../inspector/Inspector';
import { type RightTab, useUi } from '../stores/ui';
import { SettingsPanel } from '../training/SettingsPanel';
import { PanelBoundary } from '../ui/PanelBoundary';
import classes from './Layout.module.css';

const bodies = { block: Inspector, training: SettingsPanel } as const;
const titles = { block: 'app.tabBlock', training: 'app.tabTraining' } as const;
const tabs: readonly RightTab[] = ['block', 'training'];

/** What is chosen on the canvas, and how it is trained. */
export function RightPanel() {
  const { t } = useTranslation();
  const tab = useUi((state) => state.rightTab);
  const show = useUi((state) => state.showRight);
  return (
    <Tabs
      value={tab}
      onChange={(value) => show(tabs.find((each) => each === value) ?? 'block')}
      className={classes.tabs ?? ''}
      keepMounted={false}
      aria-label={t('app.rightPanel')}
      role="region"
    >
      <Tabs.List grow className={classes.tabList ?? ''}>
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each} data-testid={`tab-${each}`}>
            {t(titles[each])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((each) => {
        const Body = bodies[each];
        return (
          <Tabs.Panel key={each} value={each} className={classes.tabBody ?? ''}>
            <PanelBoundary>
              <Body />
            </PanelBoundary>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
