import { ActionIcon, Tooltip } from '@mantine/core';
import { Command as CommandIcon, Keyboard, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { VariantTabs } from '../compare/VariantTabs';
import { runCommand } from '../stores/commands';
import { useUi } from '../stores/ui';
import { TrainToolbar } from '../training/TrainToolbar';
import classes from './Header.module.css';
import { ProjectMenu } from './ProjectMenu';
import { ThemeMenu } from './ThemeMenu';

/** The top bar: which project, which variant, what trains, and how the window is set up. */
export function Header() {
  const { t } = useTranslation();
  const language = useUi((state) => state.language);
  return (
    <header className={classes.header}>
      <ProjectMenu />
      <div className={classes.variants}>
        <VariantTabs />
      </div>
      <div className={classes.train}>
        <TrainToolbar />
      </div>
      <div className={classes.tools}>
        <Tooltip label={t('command.palette')}>
          <ActionIcon aria-label={t('command.palette')} onClick={() => runCommand('palette')}>
            <CommandIcon size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('command.language')}>
          <ActionIcon
            aria-label={t('command.language')}
            data-testid="language"
            onClick={() => runCommand('language')}
          >
            <span lang={language === 'zh' ? 'en' : 'zh'} className={classes.language}>
              {language === 'zh' ? 'EN' : '中'}
            </span>
          </ActionIcon>
        </Tooltip>
        <ThemeMenu icons={{ light: Sun, dark: Moon }} />
        <Tooltip label={t('command.help')}>
          <ActionIcon aria-label={t('command.help')} onClick={() => runCommand('help')}>
            <Keyboard size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  );
}
