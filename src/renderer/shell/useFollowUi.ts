import { useMantineColorScheme } from '@mantine/core';
import i18next from 'i18next';
import { useEffect } from 'react';
import { tellLanguage } from '../stores/mainProcess';
import { useUi } from '../stores/ui';
import { shown } from '../ui/shown';

/** Keeps texts, colours and the menus of the main process as the person set them. */
export function useFollowUi(): void {
  const language = useUi((state) => state.language);
  const theme = useUi((state) => state.theme);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
    void i18next.changeLanguage(language);
    void shown(() => tellLanguage(language));
  }, [language]);
  useEffect(() => setColorScheme(theme), [theme, setColorScheme]);
}
