import { create } from 'zustand';
import { persist, readKept } from './persist.ts';
import { paintBrowser } from './theme-color.ts';

const THEME_KEY = 'chat.theme';
const themes = ['dark', 'light', 'auto'] as const;

export type Theme = (typeof themes)[number];

function storedTheme(): Theme {
  const stored = readKept(THEME_KEY);
  return themes.find((theme) => theme === stored) ?? 'dark';
}

export const useTheme = create<{ theme: Theme }>(() => ({ theme: storedTheme() }));

/** Dark, light, auto and round again; kept (rules/look 1, rules/emojis 8). */
export function changeTheme(): void {
  const { theme } = useTheme.getState();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'dark';
  persist(THEME_KEY, next);
  document.documentElement.dataset.theme = next;
  paintBrowser();
  useTheme.setState({ theme: next });
}
