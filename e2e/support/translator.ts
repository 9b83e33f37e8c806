import type { Page } from '@playwright/test';

/** The ending of a translated text: visible, or invisible without an effect on names and widths. */
export const SEEN = ' ⟦en⟧';
export const UNSEEN = '\u200b';

export interface Way {
  mark: string;
  /**
   * Chrome removes the page's own text nodes; other translators keep them inside their elements and write into them.
   */
  keepsText?: boolean;
  /** Translates in the same task that brought the text, instead of after an answer. */
  isAtOnce?: boolean;
}

/**
 * Translates the page from its next load on, with all later texts. Two elements, one in the other, replace each text,
 * as in Chrome. As Chrome does, the translator leaves input fields and `translate=no` alone.
 */
export async function translatePage(page: Page, way: Way): Promise<void> {
  await page.addInitScript(translate, way);
}

/** Runs in the page, at once or as soon as there is a document. */
export function translate({ mark, keepsText = false, isAtOnce = false }: Way): void {
  const FONT = 'vertical-align: inherit;';
  const LEFT_ALONE = 'script, style, textarea, [contenteditable], [translate=no], font';
  const waiting = new Set<Text>();

  function fontAround(inner: Node): HTMLElement {
    const font = document.createElement('font');
    font.setAttribute('style', FONT);
    font.append(inner);
    return font;
  }
  function translateText(text: Text): void {
    if (!text.isConnected || !text.data.trim()) return;
    const translated = text.data + mark;
    // The text is already in an element of the translator; only a new text lacks the mark.
    if (keepsText && text.parentElement?.nodeName === 'FONT') {
      if (!text.data.endsWith(mark)) text.data = translated;
      return;
    }
    if (text.parentElement?.closest(LEFT_ALONE)) return;
    if (!keepsText) text.replaceWith(fontAround(fontAround(new Text(translated))));
    else {
      const place = document.createComment('');
      text.replaceWith(place);
      text.data = translated;
      place.replaceWith(fontAround(fontAround(text)));
    }
  }
  function translateWaiting(): void {
    for (const text of waiting) translateText(text);
    waiting.clear();
  }
  function take(node: Node): void {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    if (node instanceof Text) waiting.add(node);
    while (walker.nextNode())
      if (walker.currentNode instanceof Text) waiting.add(walker.currentNode);
    if (isAtOnce) translateWaiting();
    else setTimeout(translateWaiting);
  }

  function begin(): void {
    take(document.body);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target instanceof Text) take(target);
        for (const node of addedNodes) take(node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }
  if (document.body) begin();
  else document.addEventListener('DOMContentLoaded', begin);
}
