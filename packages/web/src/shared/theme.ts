import { create } from 'zustand';
import { persist, readKept } from './persist.ts';

const THEME_KEY = 'chat.theme';
export const themes = ['dark', 'light', 'auto'] as const;

export type Theme = (typeof themes)[number];

function storedTheme(): Theme {
  const stored = readKept(THEME_KEY);
  return themes.find((theme) => theme === stored) ?? 'dark';
}

export const useTheme = create<{ theme: Theme }>(() => ({ theme: storedTheme() }));

/** Dark, light, auto and round again (rules/look 1). */
export function changeTheme(): void {
  const { theme } = useTheme.getState();
  setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'dark');
}

/** Kept in this browser (rules/emojis 8). */
export function setTheme(theme: Theme): void {
  persist(THEME_KEY, theme);
  document.documentElement.dataset.theme = theme;
  paintBrowser();
  useTheme.setState({ theme });
}

/** The browser's own bars, and an installed window's title, take the colour of the page. */
function paintBrowser(): void {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', backgroundColor);
}

/** Now, and whenever the system's preference changes under the theme 'auto'. */
export function paintBrowserBars(): void {
  paintBrowser();
  window.matchMedia('(prefers-color-scheme: light)').addEventListener('change', paintBrowser);
}
