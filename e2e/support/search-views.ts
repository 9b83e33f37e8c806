import { expect, type Page } from '@playwright/test';
import type { LongCompany } from './long-company.ts';
import type { Look } from './look-at.ts';
import { askFor, field, push, results } from './search.ts';

/** The search, with results that have long values everywhere. */
export async function walkSearch(
  page: Page,
  { group, other }: LongCompany,
  look: Look,
): Promise<void> {
  await push(page, 'Buscar mensajes');
  const showPanel = async () => {
    if (!(await field(page).isVisible())) await push(page, 'Buscar mensajes');
    await expect(field(page)).toBeVisible();
  };
  await look('search: nothing typed', showPanel);
  await askFor(page, `de:${other.email.slice(0, 20)}`);
  await expect(results(page)).not.toHaveCount(0);
  await look('search: results', showPanel);
  await push(page, 'Ayuda para buscar');
  await look('search: help', showPanel);
  await push(page, 'Ayuda para buscar');
  await chooseFilter(page, 'Persona', other.email, look);
  await chooseFilter(page, 'Conversación', group.name, look);
  await page.getByRole('button', { name: 'Fechas' }).click();
  await expect(page.getByLabel('Desde')).toBeVisible();
  await look('search: days');
  await push(page, 'Hoy');
  await look('search: filters', showPanel);
  await askFor(page, 'x'.repeat(150));
  await look('search: nothing found', showPanel);
  await push(page, 'Quitar filtros');
  await field(page).fill('');
  await expect(page.getByRole('list', { name: 'Búsquedas recientes' })).toBeVisible();
  await look('search: recent ones', showPanel);
}

async function chooseFilter(page: Page, filter: string, name: string, look: Look) {
  const option = page.getByRole('option').filter({ hasText: name }).first();
  // The company has more people than the list shows at once.
  const showOption = async () => {
    if (!(await option.isVisible())) {
      const box = page.getByRole('dialog', { name: filter }).getByRole('combobox');
      const chip = page.getByRole('combobox', { name: filter, exact: true });
      if (!(await box.isVisible())) await chip.click();
      await box.fill(name.slice(0, 20));
    }
    await expect(option).toBeVisible();
  };
  await showOption();
  await look(`search: choices of ${filter}`, showOption);
  await option.click();
}
