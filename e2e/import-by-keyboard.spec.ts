import { expect } from '@playwright/test';
import { dialog, row } from './support/desk.ts';
import { arrive } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

test('a file is imported by the keyboard alone', async ({ browser, server }) => {
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  // Asked for early: the browser may else open its own window before the test catches the key's.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Importar usuarios' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Elige un archivo CSV');
  const go = async (name: string) => {
    const button = dialog(page).getByRole('button', { name, exact: true });
    for (let step = 0; step < 8; step += 1) {
      if (await button.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(button).toBeFocused();
  };
  // The dialog takes the keyboard once it has opened.
  const hasFocus = () => dialog(page).evaluate((one) => one.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await go('Elegir archivo CSV');
  await page.keyboard.press('Enter');
  const email = `tecla-${crypto.randomUUID()}@empresa.local`;
  const buffer = Buffer.from(`nombre;apellido;correo\nTecla;Sola;${email}`);
  await (await chooser).setFiles({ name: 'tecla.csv', mimeType: 'text/csv', buffer });
  await expect(dialog(page)).toContainText('1 nueva');
  await go('Importar 1 usuario');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('1 usuario registrado');
  // The button that was pressed is gone.
  await expect.poll(hasFocus).toBe(true);
  await go('Cerrar');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('¿Salir sin las invitaciones?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(dialog(page).getByRole('button', { name: 'Cerrar' })).toBeFocused();
  const downloading = page.waitForEvent('download');
  await go('Descargar invitaciones (CSV)');
  await page.keyboard.press('Enter');
  await downloading;
  await go('Listo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row(page, email)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importar usuarios' })).toBeFocused();
});
