import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GenerateForm } from './GenerateForm';
import styles from './generate.module.css';
import { Output } from './Output';
import { Samples } from './Samples';

/** Text from the model: asked for with a prompt, or sampled while it trained. */
export function GeneratePanel() {
  const { t } = useTranslation();
  const [tab, setTab] = useState<string | null>('generate');
  return (
    <Tabs
      className={styles.panel ?? ''}
      value={tab}
      onChange={setTab}
      keepMounted={false}
      data-testid="generate-panel"
    >
      <Tabs.List>
        <Tabs.Tab value="generate">{t('generate.title')}</Tabs.Tab>
        <Tabs.Tab value="samples" data-testid="tab-samples">
          {t('generate.samples')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="generate" className={styles.body ?? ''}>
        <GenerateForm />
        <Output />
      </Tabs.Panel>
      <Tabs.Panel value="samples" className={styles.body ?? ''}>
        <Samples />
      </Tabs.Panel>
    </Tabs>
  );
}
