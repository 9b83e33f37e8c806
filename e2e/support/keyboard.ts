import { expect, type Locator, type Page } from '@playwright/test';
import { dialog } from './desk.ts';
import { dialogs } from './look-at.ts';

const hasFocus = (target: Locator) => target.evaluate((one) => one === document.activeElement);
const keepsFocus = (target: Locator) =>
  target.evaluate((one) => one !== document.activeElement && one.contains(document.activeElement));

/** Tab by Tab, as somebody without a mouse gets there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < 60 && !(await hasFocus(target)); step += 1)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** A menu that opens takes the focus a moment later. */
export async function arrowTo(page: Page, item: Locator): Promise<void> {
  await expect(async () => {
    if (!(await hasFocus(item))) await page.keyboard.press('ArrowDown');
    expect(await hasFocus(item)).toBe(true);
  }).toPass();
}

export async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

/** Tab leads through the open dialog and never out of it, in both directions. */
export async function expectKept(page: Page): Promise<void> {
  const open = dialog(page);
  // The dialog takes the keyboard once it has opened.
  await expect.poll(() => open.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  const controls = await open.locator('button, input, a[href]').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < controls + 2; step += 1) {
      await page.keyboard.press(key);
      // Past the last control the dialog takes the keyboard to the first one.
      await expect.poll(() => keepsFocus(open), `${key} ${step}`).toBe(true);
    }
  }
}

type Leaving = 'by Escape' | 'by its button alone';

/** Opens a dialog, looks where the keyboard gets to in it, and leaves it; the keyboard is back where it was. */
export async function walkDialog(page: Page, opener: Locator, leaving: Leaving): Promise<void> {
  const before = await dialogs(page).count();
  await pressByKey(page, opener);
  await expect(dialogs(page)).toHaveCount(before + 1);
  await leaveByKeys(page, leaving);
  await expect(opener).toBeFocused();
}

/** Looks where the keyboard gets to in the open dialog, and leaves it. */
export async function leaveByKeys(page: Page, leaving: Leaving): Promise<void> {
  const before = await dialogs(page).count();
  await expectKept(page);
  await page.keyboard.press('Escape');
  if (leaving === 'by its button alone') {
    await expect(dialogs(page)).toHaveCount(before);
    await pressByKey(page, button(dialog(page), 'Cerrar'));
  }
  await expect(dialogs(page)).toHaveCount(before - 1);
}

/** Opens the dialog behind an entry of a row's menu. */
export async function chooseByKeys(page: Page, options: Locator, entry: string): Promise<void> {
  await options.focus();
  await page.keyboard.press('Enter');
  await arrowTo(page, page.getByRole('menuitem', { name: entry, exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
}
