import { useMantineColorScheme } from '@mantine/core';
import i18next from 'i18next';
import { useEffect } from 'react';
import { call, shown } from '../api';
import { useUi } from '../stores/ui';

/** Keeps texts, colours and the menus of the main process as the person set them. */
export function useFollowUi(): void {
  const language = useUi((state) => state.language);
  const theme = useUi((state) => state.theme);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
    void i18next.changeLanguage(language);
    void shown(() => call('app:setLanguage', language));
  }, [language]);
  useEffect(() => setColorScheme(theme), [theme, setColorScheme]);
}
