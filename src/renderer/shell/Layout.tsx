import { useTranslation } from 'react-i18next';
import { Group, Panel, useDefaultLayout } from 'react-resizable-panels';
import { Canvas } from '../canvas/Canvas';
import { GeneratePanel } from '../generate/GeneratePanel';
import { AttentionPanel } from '../inspect/AttentionPanel';
import { LossPanel } from '../training/LossPanel';
import { Divider } from '../ui/Divider';
import { PanelBoundary } from '../ui/PanelBoundary';
import classes from './Layout.module.css';
import { LeftPanel } from './LeftPanel';
import { OpenedNotice } from './OpenedNotice';
import { RecoveredNotice } from './RecoveredNotice';
import { RightPanel } from './RightPanel';

function Work() {
  const { t } = useTranslation();
  const remembered = useDefaultLayout({ id: 'work', storage: localStorage });
  return (
    <Group {...remembered} id="work" className={classes.group ?? ''}>
      <Panel
        id="panel-left"
        className={classes.panel ?? ''}
        defaultSize="17%"
        minSize="184px"
        maxSize="420px"
        collapsible
        groupResizeBehavior="preserve-pixel-size"
      >
        <LeftPanel />
      </Panel>
      <Divider label={t('app.leftPanel')} />
      <Panel id="panel-canvas" className={classes.canvas ?? ''} minSize="320px">
        <OpenedNotice />
        <RecoveredNotice />
        <PanelBoundary>
          <Canvas />
        </PanelBoundary>
      </Panel>
      <Divider label={t('app.rightPanel')} />
      <Panel
        id="panel-right"
        className={classes.panel ?? ''}
        defaultSize="21%"
        minSize="232px"
        maxSize="480px"
        collapsible
        groupResizeBehavior="preserve-pixel-size"
      >
        <RightPanel />
      </Panel>
    </Group>
  );
}

function Runs() {
  const { t } = useTranslation();
  const remembered = useDefaultLayout({ id: 'runs', storage: localStorage });
  return (
    <Group {...remembered} id="runs" className={classes.group ?? ''}>
      <Panel id="panel-loss" className={classes.panel ?? ''} defaultSize="36%" minSize="240px">
        <section aria-label={t('app.loss')} className={classes.section}>
          <PanelBoundary>
            <LossPanel />
          </PanelBoundary>
        </section>
      </Panel>
      <Divider label={t('app.loss')} />
      <Panel id="panel-attention" className={classes.panel ?? ''} defaultSize="36%" minSize="240px">
        <section aria-label={t('app.attention')} className={classes.section}>
          <PanelBoundary>
            <AttentionPanel />
          </PanelBoundary>
        </section>
      </Panel>
      <Divider label={t('app.attention')} />
      <Panel id="panel-generate" className={classes.panel ?? ''} defaultSize="28%" minSize="220px">
        <section aria-label={t('app.generate')} className={classes.section}>
          <PanelBoundary>
            <GeneratePanel />
          </PanelBoundary>
        </section>
      </Panel>
    </Group>
  );
}

/** Palette, canvas and inspector above; runs below. Sizes are remembered. */
export function Layout() {
  const { t } = useTranslation();
  const remembered = useDefaultLayout({ id: 'window', storage: localStorage });
  return (
    <Group {...remembered} id="window" orientation="vertical" className={classes.group ?? ''}>
      <Panel id="panel-top" minSize="240px">
        <Work />
      </Panel>
      <Divider label={t('app.bottomPanel')} horizontal />
      <Panel
        id="panel-bottom"
        defaultSize="30%"
        minSize="140px"
        collapsible
        groupResizeBehavior="preserve-pixel-size"
      >
        <Runs />
      </Panel>
    </Group>
  );
}
