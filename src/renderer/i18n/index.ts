import type { Language, Text } from '@shared/contract/problem';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { en } from './en';
import { zh } from './zh';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** Starts at once: the texts are part of the program. */
export function startI18n(language: Language): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, zh: { translation: zh } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}

export function currentLanguage(): Language {
  return i18next.language === 'zh' ? 'zh' : 'en';
}

/** The language in use; the component is drawn again when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language === 'zh' ? 'zh' : 'en';
}

/** Answers the function that picks a bilingual sentence in the language in use. */
export function useText(): (text: Text) => string {
  const language = useLanguage();
  return (text) => text[language];
}

/** Numbers as people read them: `16,384`. */
export function showCount(count: number): string {
  return count.toLocaleString('en-US');
}
