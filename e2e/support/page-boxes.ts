import type { Page } from '@playwright/test';

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** An element as drawn on the screen; `parent` and `holder` are indexes in the list of all elements. */
export interface Drawn {
  name: string;
  parent: number;
  /** The element that positions this one: as a rule the parent. */
  holder: number;
  box: Box;
  style: Record<
    | 'position'
    | 'zIndex'
    | 'display'
    | 'overflowX'
    | 'textOverflow'
    | 'webkitLineClamp'
    | 'clipPath'
    | 'color'
    | 'backgroundColor'
    | 'boxShadow'
    | 'borderLeftWidth'
    | 'borderLeftColor',
    string
  >;
  isVisible: boolean;
  isControl: boolean;
  hasMoreAside: boolean;
  /** The lines of the element's own text, and the words that are broken over two lines. */
  lines: Box[];
  brokenWords: string[];
}

/** All elements, in the order of the document. */
export const drawnElements = (page: Page): Promise<Drawn[]> => page.evaluate(tabulate);

/** Runs in the page, so it has all its helpers inside. */
function tabulate(): Drawn[] {
  const elements = [...document.querySelectorAll('*')];
  const places = new Map<Element | null, number>(elements.map((element, at) => [element, at]));
  const range = document.createRange();
  const toBox = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom });

  function nameOf(element: Element): string {
    const text = element.textContent || element.getAttribute('aria-label') || '';
    const kind = element.closest('[class]')?.getAttribute('class')?.split(' ')[0];
    return `${element.localName}.${kind} '${text.trim().slice(0, 40)}'`;
  }

  const inRange = () => [...range.getClientRects()];
  const isInTwoLines = (boxes: Box[]) => new Set(boxes.map(({ top }) => Math.round(top))).size > 1;

  function linesOf(text: Text): Box[] {
    range.selectNodeContents(text);
    return inRange().map(toBox);
  }

  // A break at a hyphen or between the parts of an address is intended. Asking for the position of a word is slow.
  const brokenWordsOf = (text: Text, lines: Box[]): string[] =>
    isInTwoLines(lines)
      ? [...text.data.matchAll(/[^\s\-–—/?&#=_.@]+/g)]
          .filter(({ 0: word, index }) => {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return isInTwoLines(inRange());
          })
          .map(([word]) => word)
      : [];

  return elements.map((element) => {
    const style = getComputedStyle(element);
    const { position, zIndex, display, overflowX, textOverflow, webkitLineClamp, clipPath } = style;
    const { color, backgroundColor, boxShadow, borderLeftWidth, borderLeftColor } = style;
    const texts = [...element.childNodes].filter((node) => node instanceof Text);
    const written = texts
      .filter(({ data }) => data.trim() !== '')
      .map((text) => ({ text, lines: linesOf(text) }));
    const isPlaced = position === 'absolute' && element instanceof HTMLElement;
    return {
      name: nameOf(element),
      parent: places.get(element.parentElement) ?? -1,
      holder: places.get(isPlaced ? element.offsetParent : element.parentElement) ?? -1,
      box: toBox(element.getBoundingClientRect()),
      style: {
        ...{ position, zIndex, display, overflowX, textOverflow, webkitLineClamp, clipPath },
        ...{ color, backgroundColor, boxShadow, borderLeftWidth, borderLeftColor },
      },
      isVisible: element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      isControl: element.matches('button, input, textarea, [role=combobox], img, svg'),
      // On a phone the sort buttons of a table are one line that a finger scrolls.
      hasMoreAside: element.scrollWidth > element.clientWidth + 1 && !element.matches('thead tr'),
      lines: written.flatMap(({ lines }) => lines),
      brokenWords: written.flatMap(({ text, lines }) => brokenWordsOf(text, lines)),
    };
  });
}
