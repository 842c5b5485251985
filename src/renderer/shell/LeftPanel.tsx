import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LearnPanel } from '../data/LearnPanel';
import { Palette } from '../palette/Palette';
import { type LeftTab, useUi } from '../stores/ui';
import { RunsPanel } from '../training/RunsPanel';
import { PanelBoundary } from '../ui/PanelBoundary';
import classes from './Layout.module.css';

const bodies = { blocks: Palette, data: LearnPanel, runs: RunsPanel } as const;
const titles = { blocks: 'app.tabBlocks', data: 'app.tabData', runs: 'app.tabRuns' } as const;
const tabs: readonly LeftTab[] = ['blocks', 'data', 'runs'];

/** What goes into a model, what it learns from, what was trained. */
export function LeftPanel() {
  const { t } = useTranslation();
  const tab = useUi((state) => state.leftTab);
  const show = useUi((state) => state.showLeft);
  return (
    <Tabs
      value={tab}
      onChange={(value) => show(tabs.find((each) => each === value) ?? 'blocks')}
      className={classes.tabs ?? ''}
      keepMounted={false}
      aria-label={t('app.leftPanel')}
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
