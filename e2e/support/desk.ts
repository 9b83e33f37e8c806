import { expect, type Locator, type Page } from '@playwright/test';

/** An administrator's actions on every page: rows, their menus, forms, confirmations, notices. */

export const row = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text });

/** The innermost open dialog. */
export const dialog = (page: Page): Locator =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

export async function openRowMenu(page: Page, text: string): Promise<void> {
  await row(page, text).getByRole('button', { name: 'Opciones' }).click();
}

export async function chooseFromRowMenu(page: Page, text: string, entry: string): Promise<void> {
  await openRowMenu(page, text);
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

export async function openForm(page: Page, button: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

/** Picks an option of a select or of a field for several values. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export async function press(page: Page, button: string): Promise<void> {
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
}

export async function expectNotice(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
}

export async function expectFailure(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
}

/** Submits the open form and waits until it succeeds and closes. */
export async function submit(page: Page, button: string, notice: string): Promise<void> {
  await press(page, button);
  await expectNotice(page, notice);
  await expect(page.getByRole('dialog')).toBeHidden();
}
