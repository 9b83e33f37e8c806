import { expect, type Page } from '@playwright/test';
import type { Look } from './look-at.ts';

/** Whatever lies over the page has its step, by which the way back closes it. */
export const layersOf =
  (page: Page): Look =>
  (view) =>
    expect.soft.poll(() => page.evaluate(withoutStep), `${view}, steps back`).toBe(0);

function withoutStep(): number {
  const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-beside]';
  // Within a dialog a list of choices is a part of it.
  const shown = [...document.querySelectorAll(over)].filter(
    (one) =>
      one.checkVisibility() && (!one.matches('[role=listbox]') || !one.closest('[role=dialog]')),
  );
  return shown.length - (window.history.state?.layers ?? 0);
}
