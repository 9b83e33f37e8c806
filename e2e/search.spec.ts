import { expect } from '@playwright/test';
import { watchForHighlight } from './support/highlight.ts';
import { arriveInChat, composer, message, write } from './support/people.ts';
import { field, find, panel, push, results, say, searchFor } from './support/search.ts';
import { type Stage, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };

/** Ana in the group chat with Bruno, on a screen where the panel has room beside it. */
async function anaAndBruno({ browser, server, administration }: Stage, lines: string[] = []) {
  const group = await administration.registerGroup('obras');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const brunosCall = await say(server.url, bruno, group, lines);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  return { page, group, ana, bruno, brunosCall };
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `línea ${index}: ${'algo más '.repeat(index % 7)}`);

test('a result leads to an old message that was not loaded, which stands out for a moment', async ({
  browser,
  server,
  administration,
}) => {
  const stage = { browser, server, administration };
  const { page } = await anaAndBruno(stage, ['El código del almacén es 4711', ...lines(110)]);
  await expect(message(page, 'línea 109')).toBeVisible();
  await expect(message(page, '4711')).toHaveCount(0);
  await searchFor(page, '"código del almacén"');
  const highlighted = await watchForHighlight(page, '4711');
  await results(page).click();
  await highlighted();
  await expect(message(page, '4711')).toBeInViewport();
  await expect(message(page, 'línea 109')).toHaveCount(0);
  await expect(results(page)).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Ir al mensaje más reciente' }).click();
  await expect(message(page, 'línea 109')).toBeVisible();
});

test('a result of a chat that was not open yet leads to its message, and stays there', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, group, bruno } = await anaAndBruno({ browser, server, administration }, lines(120));
  const page = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await searchFor(page, 'línea 40');
  await results(page).filter({ hasText: 'línea 40:' }).click();
  await expect(message(page, 'línea 40:')).toBeInViewport();
  // By then the page has loaded more messages in both directions.
  await expect(page.locator('[data-highlighted]')).toHaveCount(0);
  await expect(message(page, 'línea 40:')).toBeInViewport();
  await expect(message(page, 'línea 119')).toHaveCount(0);
});

test('on a phone the search is a page, to which the way back leads with its place kept', async ({
  browser,
  server,
  administration,
}) => {
  const { page } = await anaAndBruno({ browser, server, administration }, lines(60));
  await page.setViewportSize(PHONE);
  await searchFor(page, 'línea');
  await expect(composer(page)).toBeHidden();
  const list = page.locator('[data-results]').locator('..');
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    expect(await results(page).count()).toBe(60);
  }).toPass({ intervals: [50] });
  await results(page).nth(40).scrollIntoViewIfNeeded();
  const place = await list.evaluate(({ scrollTop }) => scrollTop);
  expect(place).toBeGreaterThan(0);
  await results(page).nth(40).click();
  await expect(message(page, 'línea 19:')).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await page.goBack();
  await expect(panel(page)).toBeVisible();
  await expect(results(page).nth(40)).toBeFocused();
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(place);
  await push(page, 'Volver');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeVisible();
});

test('filters narrow a search, stand beside its words and are taken off one by one', async ({
  browser,
  server,
  administration,
}) => {
  const { page, group, ana, bruno } = await anaAndBruno({ browser, server, administration }, [
    'acta de Bruno',
  ]);
  await write(page, 'acta de Ana');
  await expect(message(page, 'acta de Ana').getByLabel('Enviado')).toBeVisible();
  await page.getByRole('button', { name: 'Buscar en esta conversación' }).click();
  await find(page, 'acta Ana');
  await find(page, 'acta');
  await expect(results(page)).toHaveCount(2);

  await page.getByRole('combobox', { name: 'Persona' }).press('Enter');
  await page.keyboard.type(bruno.email.toUpperCase());
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(results(page)).toHaveText([/acta de Bruno/]);
  await page.getByRole('button', { name: `Quitar De: ${bruno.email}` }).press('Enter');
  await expect(results(page)).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Persona' })).toBeFocused();

  await page.getByRole('button', { name: 'Fechas' }).click();
  await page.getByLabel('Hasta').fill('2020-01-31');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Quitar Hasta el 31-01-2020' })).toBeVisible();
  await expect(panel(page)).toContainText('Ningún mensaje cumple también los filtros.');
  await push(page, 'Quitar filtros');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('button', { name: `Quitar En: ${group.name}` })).toHaveCount(0);
  await expect(results(page)).toHaveCount(2);
  await find(page, `acta de:${ana.email}`);
  await expect(results(page)).toHaveText([/acta de Ana/]);
});

test('recent searches stay on the device until they are removed or their user logs out', async ({
  browser,
  server,
  administration,
}) => {
  const said = ['pedido 1', 'pedido 2'];
  const { page } = await anaAndBruno({ browser, server, administration }, said);
  for (const text of said) await searchFor(page, text);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await page.keyboard.press('Control+Shift+F');
  const recents = page.getByRole('list', { name: 'Búsquedas recientes' }).getByRole('listitem');
  await expect(recents).toHaveText(['pedido 2', 'pedido 1']);
  await push(page, 'Quitar pedido 2 de las búsquedas recientes');
  await expect(recents).toHaveText(['pedido 1']);
  await recents.getByRole('button', { name: 'pedido 1', exact: true }).click();
  await expect(field(page)).toHaveValue('pedido 1');
  await expect(results(page)).toHaveText([/pedido 1/]);
  await push(page, 'Cerrar búsqueda');
  await push(page, 'Cerrar sesión');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
    expect.stringContaining('chat.searches'),
  );
});
