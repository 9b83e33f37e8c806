/** Less is no keyboard but the browser's own bars coming and going. */
const KEYBOARD = 100;

/**
 * Some phones lay their keyboard over the page instead of making it smaller: the page takes what is left, so that the
 * composer stands above the keys.
 */
export function stayAboveKeyboard(): void {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', () => {
    const { style } = document.documentElement;
    // Pinched, it is a part of the page that is seen, not a smaller one.
    const isCovered = viewport.scale === 1 && window.innerHeight - viewport.height > KEYBOARD;
    if (isCovered) style.setProperty('--visible-height', `${viewport.height}px`);
    else style.removeProperty('--visible-height');
    // The browser has pushed the page up to show the field, which stands in sight now.
    if (isCovered) window.scrollTo(0, 0);
  });
}
