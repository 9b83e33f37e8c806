import { expect, type Page } from '@playwright/test';
import type { Look } from './look-at.ts';

/** Each layer over the page has a history step, and going back closes the layer. */
export const layersOf =
  (page: Page): Look =>
  (view) =>
    expect.soft.poll(() => page.evaluate(withoutStep), `${view}, steps back`).toBe(0);

function withoutStep(): number {
  const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-beside]';
  // A list of choices in a dialog is a part of the dialog.
  const shown = [...document.querySelectorAll(over)].filter(
    (one) =>
      one.checkVisibility() && (!one.matches('[role=listbox]') || !one.closest('[role=dialog]')),
  );
  return shown.length - (window.history.state?.layers ?? 0);
}
