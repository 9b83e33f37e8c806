import { expect, type Locator, type Page } from '@playwright/test';
import { message } from './people.ts';

/** The button that opens the menu of a message. */
export const menuButton = (said: Locator): Locator =>
  said.getByRole('button', { name: 'Opciones del mensaje' });

/** Opens the menu of the message that shows this text; answers, which quote it, come after it. */
export async function openMenu(page: Page, text: string): Promise<void> {
  const said = message(page, text).first();
  await said.hover();
  await menuButton(said).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

export async function chooseFromMenu(page: Page, text: string, entry: string): Promise<void> {
  await openMenu(page, text);
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Chooses from the menu by keys; the button has the focus before, and again after the opened view is closed. */
export async function chooseByKeys(page: Page, text: string, entry: string): Promise<void> {
  await menuButton(message(page, text)).focus();
  await page.keyboard.press('Enter');
  const wanted = page.getByRole('menuitem', { name: entry, exact: true });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  while (!(await wanted.evaluate(isFocused))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

export const isFocused = (element: Element): boolean => element === document.activeElement;
