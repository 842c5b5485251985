import type { Language } from '@shared/contract/problem';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type Theme = 'auto' | 'light' | 'dark';
export type LeftTab = 'blocks' | 'data' | 'runs';
export type RightTab = 'block' | 'training';

interface UiState {
  readonly language: Language;
  readonly theme: Theme;
  readonly leftTab: LeftTab;
  readonly rightTab: RightTab;
  readonly minimap: boolean;
  readonly helpOpen: boolean;
  setLanguage(language: Language): void;
  setTheme(theme: Theme): void;
  showLeft(tab: LeftTab): void;
  showRight(tab: RightTab): void;
  toggleMinimap(): void;
  setHelpOpen(open: boolean): void;
}

function systemLanguage(): Language {
  const language = globalThis.navigator?.language ?? 'en';
  return language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** How the window is set up: remembered on this machine, no part of a project. */
export const useUi = create<UiState>()(
  persist(
    (set) => ({
      language: systemLanguage(),
      theme: 'auto',
      leftTab: 'blocks',
      rightTab: 'block',
      minimap: true,
      helpOpen: false,
      setLanguage: (language) => set({ language }),
      setTheme: (theme) => set({ theme }),
      showLeft: (leftTab) => set({ leftTab }),
      showRight: (rightTab) => set({ rightTab }),
      toggleMinimap: () => set((state) => ({ minimap: !state.minimap })),
      setHelpOpen: (helpOpen) => set({ helpOpen }),
    }),
    {
      name: 'toyformer.ui',
      partialize: ({ language, theme, leftTab, rightTab, minimap }) => ({
        language,
        theme,
        leftTab,
        rightTab,
        minimap,
      }),
    },
  ),
);

export function toggleLanguage(): void {
  const { language, setLanguage } = useUi.getState();
  setLanguage(language === 'zh' ? 'en' : 'zh');
}

export function systemIsDark(): boolean {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
}

/** Switches to the theme that is not seen now. */
export function toggleTheme(): void {
  const { theme, setTheme } = useUi.getState();
  const dark = theme === 'dark' || (theme === 'auto' && systemIsDark());
  setTheme(dark ? 'light' : 'dark');
}
