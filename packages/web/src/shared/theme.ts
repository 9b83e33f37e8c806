import { create } from 'zustand';
import { persist, readKept } from './persist.ts';

const THEME_KEY = 'chat.theme';
const themes = ['dark', 'light', 'auto'] as const;

type Theme = (typeof themes)[number];

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
