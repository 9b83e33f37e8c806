/** The browser's own bars, and an installed window's title, take the colour of the page. */
export function paintBrowser(): void {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', backgroundColor);
}

/** Now, and whenever the system's preference changes under the theme 'auto'. */
export function paintBrowserBars(): void {
  paintBrowser();
  window.matchMedia('(prefers-color-scheme: light)').addEventListener('change', paintBrowser);
}
