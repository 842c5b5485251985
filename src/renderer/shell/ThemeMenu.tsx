import { ActionIcon, Menu, useComputedColorScheme } from '@mantine/core';
import { Check, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Theme, useUi } from '../stores/ui';

const choices: readonly { theme: Theme; text: 'themeAuto' | 'themeLight' | 'themeDark' }[] = [
  { theme: 'auto', text: 'themeAuto' },
  { theme: 'light', text: 'themeLight' },
  { theme: 'dark', text: 'themeDark' },
];

/** Light, dark, or like the system. */
export function ThemeMenu({ icons }: { readonly icons: { light: LucideIcon; dark: LucideIcon } }) {
  const { t } = useTranslation();
  const { theme, setTheme } = useUi();
  const Icon = icons[useComputedColorScheme('light')];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('app.theme')} data-testid="theme">
          <Icon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.theme}
            onClick={() => setTheme(choice.theme)}
            rightSection={theme === choice.theme ? <Check size={14} /> : null}
          >
            {t(`app.${choice.text}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
