import { expect, type Page, type ViewportSize } from '@playwright/test';
import type { Look } from './look-at.ts';

/** A phone in landscape with its keyboard open, and a window of 1280 × 1024 at 400 %. */
export const LOW = [
  { width: 667, height: 160 },
  { width: 320, height: 256 },
];
export const LARGE = { width: 1440, height: 900 };

/** Until the page has drawn itself anew: a menu that closes with the change is closed. */
export async function resize(page: Page, size: ViewportSize): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** Every control of the topmost layer can be scrolled into sight. */
export function reachOf(page: Page): Look {
  return async (view, show) => {
    for (const size of LOW) {
      await resize(page, size);
      await show?.();
      const message = `${view}, ${size.width} × ${size.height}`;
      await expect.soft
        .poll(() => page.evaluate(outOfReach), { message, timeout: 5_000 })
        .toEqual([]);
    }
    await resize(page, LARGE);
  };
}

/** The names of controls out of reach. */
function outOfReach(): string[] {
  const controls = 'button, a[href], input, textarea, [role=menuitem], [role=option]';
  const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
  const layers = [...document.querySelectorAll(over)].filter(
    (one) =>
      one.checkVisibility() && !(one.matches('[role=listbox]') && one.closest('[role=dialog]')),
  );
  const top = layers.at(-1) ?? document.body;
  const isMet = (one: Element, share: number) => {
    const { left, right, top: above, height } = one.getBoundingClientRect();
    const met = document.elementFromPoint((left + right) / 2, above + height * share);
    return met !== null && (one.contains(met) || met.contains(one));
  };
  return [...top.querySelectorAll(controls)].flatMap((one) => {
    const isMeant = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isMeant || one.clientWidth < 8 || one.closest('[inert], [aria-hidden=true]')) return [];
    one.scrollIntoView({ block: 'nearest' });
    // A control taller than the screen needs only one visible part.
    if ([0.5, 0.1, 0.3, 0.7, 0.9].some((share) => isMet(one, share))) return [];
    return [one.getAttribute('aria-label') ?? one.textContent?.slice(0, 60) ?? one.tagName];
  });
}
