import { expect, type Locator, type Page } from '@playwright/test';
import { dialog, press } from './desk.ts';

/** Called with each page, dialog and menu while it is open; `show` opens it again if a change of size closes it. */
export type Look = (view: string, show?: () => Promise<void>) => Promise<void>;

/** A table row, also where the table is drawn as cards. */
export const line = (page: Page, text: string) =>
  page.locator('tbody tr').filter({ hasText: text });

/** All open dialogs, also those beneath another. */
export const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]');

export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

export async function choose(page: Page, field: string, option: string): Promise<void> {
  const box = dialog(page).getByRole('combobox', { name: field });
  await box.click();
  await page.getByRole('option').filter({ hasText: option }).first().click();
}

/** Looks at a row's menu, then at the view that each entry opens. */
export async function lookAtRow(
  page: Page,
  row: Locator,
  look: Look,
  entries: string[],
): Promise<void> {
  const options = row.getByRole('button', { name: 'Opciones' });
  for (const [place, name] of entries.entries()) {
    await options.click();
    const entry = page.getByRole('menuitem', { name, exact: true });
    await expect(entry).toBeVisible();
    if (place === 0) await look(`${page.url()} menu`);
    await entry.click();
    await lookAtDialog(page, look, name);
  }
}

export async function lookAtDialog(page: Page, look: Look, name: string): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).locator('[aria-busy=true]')).toHaveCount(0);
  await look(`${page.url()} ${name}`);
  await leave(page);
}

/** Closes the innermost dialog. */
export async function leave(page: Page): Promise<void> {
  const open = await dialogs(page).count();
  const innermost = dialog(page);
  const cancel = innermost.getByRole('button', { name: 'Cancelar', exact: true });
  if (await cancel.isVisible()) await cancel.click();
  else await press(page, 'Cerrar');
  await expect(dialogs(page)).toHaveCount(open - 1);
}
