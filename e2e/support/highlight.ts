import type { Page } from '@playwright/test';

/**
 * Makes the page itself watch for the highlight of the message, however short; returns a function that waits for it.
 */
export async function watchForHighlight(page: Page, text: string): Promise<() => Promise<void>> {
  const watch = await page.getByRole('log', { name: 'Mensajes' }).evaluateHandle((log, wanted) => {
    const seen = new Promise<void>((settle) => {
      const look = () => {
        const found = log.querySelector('[data-highlighted]');
        if (found?.textContent?.includes(wanted)) settle();
      };
      new MutationObserver(look).observe(log, {
        subtree: true,
        childList: true,
        attributeFilter: ['data-highlighted'],
      });
    });
    return { seen };
  }, text);
  return () => watch.evaluate(({ seen }) => seen);
}
