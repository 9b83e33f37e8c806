// Runs before the first paint, in its own file because the page's policy forbids inline scripts.
// Its key and values are those of src/shared/theme.ts.
try {
  const theme = localStorage.getItem('chat.theme');
  if (theme === 'light' || theme === 'auto') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to the page: the default theme stays.
}
