import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { barriers } from './support/barriers.ts';
import { dialog, press, row } from './support/desk.ts';
import { chooseFile } from './support/import-file.ts';
import { openNetwork } from './support/network.ts';
import { arrive } from './support/people.ts';
import { administrator, startServer } from './support/server.ts';
import { test } from './support/test.ts';

declare global {
  interface Window {
    seenProgress?: number[];
  }
}

const HEAD = 'nombre;apellido;correo';

const unique = () => Math.random().toString(36).slice(2, 8);

async function openImport(browser: Browser, url: string): Promise<Page> {
  const page = await arrive(browser, url, administrator, '/admin/users');
  await page.getByRole('button', { name: 'Importar usuarios' }).click();
  await expect(dialog(page)).toContainText('Elige un archivo CSV');
  return page;
}

/** Runs in the page: keeps what its bar shows from now on. */
function noteProgress(): void {
  const seen: number[] = [];
  window.seenProgress = seen;
  new MutationObserver(() => {
    const bar = document.querySelector('progress');
    if (bar && bar.value !== seen.at(-1)) seen.push(bar.value);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}

const preview = (page: Page) => dialog(page).getByRole('table', { name: 'Filas del archivo' });

test('people are previewed, mended, imported, and their invitations downloaded', async ({
  browser,
  server,
}) => {
  const end = unique();
  const good = [`Ana;Uno;ana-${end}`, `Bea;Dos;bea-${end}@empresa.local`];
  const page = await openImport(browser, server.url);

  await chooseFile(
    page,
    [HEAD, ...good, ';Tres;no es un correo', `Elena;Uno;${administrator.email}`].join('\r\n'),
  );
  await expect(dialog(page)).toContainText('2 nuevas');
  await expect(dialog(page)).toContainText('1 sin cambios');
  await expect(dialog(page)).toContainText('1 con errores');
  const wrong = preview(page).getByRole('row').filter({ hasText: 'correo: Correo inválido' });
  await expect(wrong).toContainText('4');
  await expect(wrong).toContainText('nombre: El nombre es obligatorio');
  await expect(page.getByRole('button', { name: 'Importar 2 usuarios' })).toBeDisabled();
  await dialog(page).getByRole('switch', { name: 'Solo errores' }).check();
  await expect(preview(page).getByRole('row')).toHaveCount(2);

  await chooseFile(page, [HEAD, ...good].join('\r\n'));
  await expect(dialog(page)).toContainText('0 con errores');
  await expect(dialog(page).getByRole('switch', { name: 'Crear invitaciones' })).toBeChecked();
  await press(page, 'Importar 2 usuarios');
  await expect(dialog(page)).toContainText('2 usuarios registrados');

  await press(page, 'Cerrar');
  await expect(dialog(page)).toContainText('¿Salir sin las invitaciones?');
  await press(page, 'Seguir aquí');
  const downloading = page.waitForEvent('download');
  await press(page, 'Descargar invitaciones (CSV)');
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('invitaciones.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFcorreo;enlace;válido hasta\r\n')).toBe(true);
  expect(text).toMatch(new RegExp(`\r\nana-${end}@empresa.local;http[^;]+/invitation#[^;]{20,};`));
  await press(page, 'Listo');
  await expect(row(page, `bea-${end}@empresa.local`)).toBeVisible();
});

test('ten thousand rows are drawn as they come into sight, down to the last, and imported under a bar', async ({
  browser,
}) => {
  // Other tests of the worker would have ten thousand people in their lists.
  const company = await startServer();
  const rows = Array.from({ length: 10_000 }, (_, place) => `Persona;Número ${place};p${place}`);
  const page = await openImport(browser, company.url);
  await chooseFile(page, [HEAD, ...rows].join('\n'));
  await expect(dialog(page)).toContainText('10.000 nuevas');
  await expect(preview(page)).toHaveAttribute('aria-rowcount', '10001');
  expect(await preview(page).getByRole('row').count()).toBeLessThan(100);
  await preview(page).hover();
  await page.mouse.wheel(0, 10_000_000);
  const last = preview(page).getByRole('cell', { name: 'p9999@empresa.local', exact: true });
  await expect(last).toBeVisible();
  expect(await preview(page).getByRole('row').count()).toBeLessThan(100);

  await page.evaluate(noteProgress);
  await press(page, 'Importar 10.000 usuarios');
  await expect(
    dialog(page).getByRole('progressbar', { name: 'Importando usuarios' }),
  ).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await press(page, 'Cerrar');
  await expect(dialog(page)).toContainText('¿Cerrar mientras se importa?');
  await press(page, 'Seguir aquí');
  await expect(dialog(page)).toContainText('10.000 usuarios registrados', { timeout: 60_000 });
  const seen = await page.evaluate(() => window.seenProgress ?? []);
  expect(seen.some((done) => done > 0 && done < 10_000)).toBe(true);
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  await company.remove();
});

test('a file that registers an administrator takes one’s own password', async ({
  browser,
  server,
  administration,
}) => {
  const page = await openImport(browser, server.url);
  const email = `jefa-${unique()}@empresa.local`;
  await chooseFile(page, `${HEAD};rol\nJefa;Nueva;${email};ADMIN`);
  const own = dialog(page).getByRole('textbox', { name: 'Tu contraseña' });
  await expect(dialog(page)).toContainText('1 nueva');
  await expect(own).toHaveCount(0);
  await press(page, 'Importar 1 usuario');
  await expect(own).toBeFocused();
  await expect(own).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('no es esta');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('La contraseña actual no es correcta');
  await expect(own).toBeFocused();
  await own.fill(administrator.password);
  await press(page, 'Importar 1 usuario');
  await expect(dialog(page)).toContainText('1 usuario registrado');
  await press(page, 'Descargar invitaciones (CSV)');
  await press(page, 'Listo');
  await expect(row(page, email)).toBeVisible();
  const found = await administration.call(
    'GET',
    `/users/search?email=${encodeURIComponent(email)}`,
  );
  expect(found).toMatchObject([{ email, isAdmin: true }]);
});

test('after a lost answer the same file is checked again and shows what is there', async ({
  browser,
  server,
}) => {
  const network = await openNetwork(server.url);
  const page = await openImport(browser, network.url);
  await chooseFile(page, `${HEAD}\nPepa;Perdida;pepa-${unique()}`);
  await expect(dialog(page)).toContainText('1 nueva');
  await page.route('**/api/users/import', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, 'Importar 1 usuario');
  await expect(dialog(page).getByRole('alert')).toContainText(
    'no se sabe si la importación terminó',
  );
  await expect(dialog(page)).toContainText('personas.csv');
  // The button that was pressed is gone.
  const hasFocus = () => dialog(page).evaluate((one) => one.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  expect(await barriers(page)).toEqual([]);
  await press(page, 'Comprobar otra vez');
  await expect(dialog(page)).toContainText('1 sin cambios');
  await expect.poll(hasFocus).toBe(true);
  await expect(dialog(page)).toContainText('Todas las personas del archivo ya están registradas.');
  await network.close();
});

test('a file of another kind says why it is refused, and another one may follow', async ({
  browser,
  server,
}) => {
  const page = await openImport(browser, server.url);
  await chooseFile(page, 'Correo sin más\r\nana@empresa.local');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await expect(preview(page)).toHaveCount(0);
  await expect(dialog(page)).toContainText('personas.csv');
  await chooseFile(page, Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
  await expect(dialog(page).getByRole('alert')).toContainText(/grande|MB/);
  await chooseFile(page, `${HEAD}\r\nRosa;Bien;rosa-${unique()}`);
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Importar 1 usuario' })).toBeEnabled();
});
