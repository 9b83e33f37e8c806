/** Less is no keyboard but the browser's own bars coming and going. */
const KEYBOARD = 100;
/** A phone on its side, a keyboard on a small one, a page that is enlarged four times, rem. */
const LOW = 27;
/** Such a phone with its keyboard: bars, a reply and the box would leave no line of the conversation, rem. */
const VERY_LOW = 16;

/**
 * Some phones lay their keyboard over the page instead of making it smaller: the page takes what is left, so that the
 * composer stands above the keys. Where little is left, `data-low` has everything around what is read and written
 * make itself small, where it is 'very' little also go out of its way (rules/look 28).
 */
export function followVisibleHeight(): void {
  const viewport = window.visualViewport;
  const takeMeasure = () => {
    const { style } = document.documentElement;
    // Pinched, it is a part of the page that is seen, not a smaller one.
    const covered = viewport?.scale === 1 ? window.innerHeight - viewport.height : 0;
    const isCovered = covered > KEYBOARD;
    const height = window.innerHeight - (isCovered ? covered : 0);
    if (isCovered) style.setProperty('--visible-height', `${height}px`);
    else style.removeProperty('--visible-height');
    const { dataset } = document.documentElement;
    const rems = height / rootFontSize();
    if (rems <= LOW) dataset.low = rems < VERY_LOW ? 'very' : '';
    else delete dataset.low;
    // The browser has pushed the page up to show the field, which stands in sight now.
    if (isCovered) window.scrollTo(0, 0);
  };
  takeMeasure();
  window.addEventListener('resize', takeMeasure);
  viewport?.addEventListener('resize', takeMeasure);
}

const rootFontSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
