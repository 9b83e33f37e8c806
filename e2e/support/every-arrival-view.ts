import { expect, type Page } from '@playwright/test';
import { chooseFromRowMenu, dialog, openForm, press } from './desk.ts';
import { chooseFile } from './import-file.ts';
import { type LongCompany, longEmail } from './long-company.ts';
import { goTo, type Look, line, lookAtDialog, lookAtRow } from './look-at.ts';
import { administrator } from './server.ts';

/** How people come in and prove who they are, for an administrator. */
export async function walkArrivals(page: Page, company: LongCompany, look: Look): Promise<void> {
  await goTo(page, '/admin/users');
  await walkWaysIn(page, company, look);
  await walkRegistration(page, company, look);
  await walkImport(page, company, look);
}

async function walkWaysIn(page: Page, { viewer }: LongCompany, look: Look): Promise<void> {
  await lookAtRow(page, line(page, viewer.email), look, [
    'Invitar',
    'Quitar verificación en dos pasos',
    'Olvidar cuenta de empresa',
  ]);
  await chooseFromRowMenu(page, viewer.email, 'Quitar verificación en dos pasos');
  await press(page, 'Quitar');
  await expect(dialog(page).getByRole('textbox', { name: 'Tu contraseña' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await lookAtDialog(page, look, 'a second step that is not taken away');
  await chooseFromRowMenu(page, viewer.email, 'Invitar');
  await press(page, 'Crear enlace');
  await expect(dialog(page).getByRole('textbox', { name: 'Enlace' })).toBeVisible();
  await lookAtDialog(page, look, 'the link of an invitation');
}

async function walkRegistration(page: Page, company: LongCompany, look: Look): Promise<void> {
  await openForm(page, 'Registrar usuario');
  await dialog(page)
    .getByRole('switch', { name: 'Enviar invitación en lugar de contraseña' })
    .check();
  await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill('Invitada');
  await dialog(page).getByRole('textbox', { name: 'Apellido' }).fill('Larga');
  await dialog(page).getByRole('textbox', { name: 'Correo' }).fill(company.viewer.email);
  await press(page, 'Registrar');
  await expect(dialog(page)).toContainText('registrado');
  await lookAtDialog(page, look, 'somebody invited who is there already');
}

async function walkImport(page: Page, company: LongCompany, look: Look): Promise<void> {
  const { group, project, office, viewer } = company;
  const choose = (rows: string[]) =>
    chooseFile(
      page,
      ['nombre;apellido;correo;proyecto;oficina;grupos;rol', ...rows].join('\r\n'),
      `${'personas'.repeat(25)}.csv`,
    );
  await page.getByRole('button', { name: 'Importar usuarios' }).click();
  await expect(dialog(page)).toContainText('Elige un archivo CSV');
  await look('import: before a file');
  await choose([]);
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await look('import: a refused file');
  const place = `${project};${office};${group.name}`;
  await choose([
    `Ana;Nueva;ana;${place};`,
    ';;sin nombre;nada;nada;nadie;JEFE;de más',
    `Ana;Otra vez;ana;;;;`,
    `Eva;Igual;${viewer.email};;;;`,
  ]);
  await expect(dialog(page)).toContainText('2 con errores');
  await look('import: rows with errors');
  await choose([`Ana;Nueva;${longEmail()};${place};ADMIN`]);
  await expect(dialog(page)).toContainText('1 nueva');
  await look('import: rows');
  await press(page, 'Importar 1 usuario');
  await expect(dialog(page).getByRole('textbox', { name: 'Tu contraseña' })).toBeFocused();
  await look('import: the own password');
  await page.keyboard.type(administrator.password);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Importación terminada');
  await look('import: done');
  await press(page, 'Cerrar');
  await expect(dialog(page)).toContainText('¿Salir sin las invitaciones?');
  await look('import: leave without the invitations');
  await press(page, 'Seguir aquí');
  await press(page, 'Descargar invitaciones (CSV)');
  await press(page, 'Listo');
}
