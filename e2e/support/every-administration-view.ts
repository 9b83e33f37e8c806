import { expect, type Page } from '@playwright/test';
import { dialog, openForm, press } from './desk.ts';
import type { LongCompany } from './long-company.ts';
import { choose, goTo, type Look, leave, line, lookAtDialog, lookAtRow } from './look-at.ts';

/** Users, groups, projects and offices, for an administrator. */
export async function walkRegisters(page: Page, company: LongCompany, look: Look): Promise<void> {
  await walkUsers(page, company, look);
  await walkGroups(page, company, look);
  await walkProjectsAndOffices(page, company, look);
  await walkDeleted(page, company, look);
}

/** Working hours, access, permissions and the chats of others, for an administrator. */
export async function walkControls(page: Page, company: LongCompany, look: Look): Promise<void> {
  await walkWorkingHours(page, company, look);
  await walkAccess(page, company, look);
  await walkGroupPermissions(page, company, look);
  await walkMonitoring(page, company, look);
  await walkNotice(page, company, look);
}

/** The privacy notice: the draft, the screen that asks for a confirmation, and the list of confirmations. */
async function walkNotice(page: Page, { other }: LongCompany, look: Look): Promise<void> {
  await goTo(page, '/admin/notice');
  await expect(page.getByText('Todavía no hay ningún aviso en vigor')).toBeVisible();
  await look('privacy notice: none');
  await page.getByRole('button', { name: 'Escribir el aviso' }).first().click();
  await expect(dialog(page)).toBeVisible();
  await look('privacy notice: a form');
  await press(page, 'Publicar');
  await expect(page.getByRole('region', { name: 'Texto del aviso' })).toBeVisible();
  await look('privacy notice: to be confirmed');
  await page.getByRole('button', { name: 'He leído el aviso' }).click();
  await expect(page.getByRole('list', { name: 'Sin confirmar' })).toContainText(other.email);
  await look('privacy notice: confirmations');
}

async function walkUsers(page: Page, company: LongCompany, look: Look): Promise<void> {
  const { viewer } = company;
  await goTo(page, '/admin/users');
  await look('users');
  await lookAtRow(page, line(page, viewer.email), look, [
    'Editar',
    'Cambiar contraseña',
    'Eliminar',
    'Bloquear/Suspender',
  ]);
  await fillUserForm(page, company, look);
  await page.getByPlaceholder('Buscar por correo').fill(`nadie-${viewer.email}`.slice(0, 200));
  await expect(page.getByText('Ningún correo contiene')).toBeVisible();
  await look('users: nobody found');
}

async function fillUserForm(
  page: Page,
  { group, project, office, shorterProjects }: LongCompany,
  look: Look,
): Promise<void> {
  await openForm(page, 'Registrar usuario');
  await press(page, 'Registrar');
  await look('users: a form with errors');
  for (const name of shorterProjects) {
    await choose(page, 'Proyecto', name);
    await look(`users: a form with a project of ${name.length} letters`);
  }
  await choose(page, 'Proyecto', project);
  await choose(page, 'Oficina', office);
  await choose(page, 'Grupos', group.name);
  await look('users: a form with choices');
  const choice = page.getByRole('option', { name: project });
  const showChoices = async () => {
    if (!(await choice.isVisible()))
      await dialog(page).getByRole('combobox', { name: 'Proyecto' }).click();
    await expect(choice).toBeVisible();
  };
  await showChoices();
  await look('users: a list of choices', showChoices);
  await showChoices();
  await page.keyboard.press('Escape');
  await leave(page);
}

async function walkGroups(page: Page, company: LongCompany, look: Look): Promise<void> {
  const { group, project, office, viewer, ordinary } = company;
  await goTo(page, '/admin/groups');
  await look('groups');
  const row = line(page, group.name);
  await lookAtRow(page, row, look, ['Editar', 'Eliminar']);
  await row.getByRole('button', { name: 'Conservación de mensajes' }).click();
  await dialog(page).getByRole('switch').click();
  await press(page, 'Guardar');
  await lookAtDialog(page, look, 'days of a group that are refused');
  await row.getByRole('button', { name: 'Participantes' }).click();
  await expect(dialog(page).getByText(viewer.email)).toBeVisible();
  await look('groups: participants');
  await dialog(page)
    .getByRole('button', { name: `Quitar a ${viewer.email}` })
    .click();
  await lookAtDialog(page, look, 'remove a participant');
  await openForm(page, 'Agregar usuario');
  await look('groups: add participants');
  await leave(page);
  await leave(page);
  await openForm(page, 'Registrar grupo');
  await choose(page, 'Proyecto', project);
  await choose(page, 'Oficina', office);
  for (const { email } of [viewer, ordinary]) await choose(page, 'Usuarios', email);
  await look('groups: a form with choices');
  await leave(page);
}

/** Deleted people and groups; an erasure that a hold refuses, and one that another name does. */
async function walkDeleted(page: Page, company: LongCompany, look: Look): Promise<void> {
  const { gone, goneGroup } = company;
  const erase = 'Borrar definitivamente';
  const chooseErasure = async (name: string) => {
    await press(page, `Opciones de ${name}`);
    await page.getByRole('menuitem', { name: erase }).click();
  };
  await goTo(page, '/admin/users');
  await openForm(page, 'Eliminados');
  await expect(dialog(page)).toContainText('Se conserva');
  await look('users: deleted');
  await chooseErasure(gone.email);
  await dialog(page).getByLabel('Escribe su correo para confirmar').fill(gone.email);
  await press(page, erase);
  await expect(dialog(page)).toContainText('Se conserva por requerimiento.');
  await lookAtDialog(page, look, 'users: an erasure that is refused');
  await leave(page);
  await goTo(page, '/admin/groups');
  await openForm(page, 'Eliminados');
  await look('groups: deleted');
  await chooseErasure(goneGroup);
  await dialog(page).getByLabel('Escribe su nombre para confirmar').fill('Otro nombre');
  await press(page, erase);
  await expect(dialog(page)).toContainText('No es el nombre de este grupo');
  await lookAtDialog(page, look, 'groups: an erasure that is refused');
  await leave(page);
}

async function walkProjectsAndOffices(
  page: Page,
  { project, office }: LongCompany,
  look: Look,
): Promise<void> {
  for (const [path, name, button] of [
    ['/admin/projects', project, 'Registrar proyecto'],
    ['/admin/oficinas', office, 'Registrar oficina'],
  ] as const) {
    await goTo(page, path);
    await look(path);
    await lookAtRow(page, line(page, name), look, ['Editar', 'Eliminar']);
    await openForm(page, button);
    if (path === '/admin/oficinas') await choose(page, 'Proyecto', project);
    await dialog(page).getByRole('textbox').first().fill(name);
    await press(page, 'Registrar');
    // The name is taken: the dialog stays open and says so.
    await expect(
      page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /\S/ }).first(),
    ).toBeVisible();
    await lookAtDialog(page, look, `${button}: refused`);
  }
}

async function walkWorkingHours(page: Page, { office }: LongCompany, look: Look): Promise<void> {
  await goTo(page, '/admin/working-hours');
  await expect(page.getByText('La empresa no tiene horario')).toBeVisible();
  await look('working hours: always');
  await page.getByRole('combobox', { name: 'Horario de' }).click();
  await page.getByRole('option').filter({ hasText: office }).click();
  await expect(page.getByRole('region', { name: 'Próximos 14 días' })).toContainText('05:00–05:45');
  await look('working hours of an office');
  await page.getByRole('button', { name: 'Cambiar horario' }).click();
  await expect(dialog(page)).toBeVisible();
  await look('working hours: a form');
  const free = dialog(page).getByRole('group').filter({ hasText: 'Libre' }).first();
  const copy = page.getByRole('menuitem', { name: 'Copiar a todos los días' });
  const showCopies = async () => {
    if (await copy.isVisible()) await page.keyboard.press('Escape');
    await free.getByRole('button', { name: /^Copiar el/ }).click();
    await expect(copy).toBeVisible();
  };
  await showCopies();
  await look('working hours: what a day is copied to', showCopies);
  await showCopies();
  await copy.click();
  await press(page, 'Guardar');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  for (const day of ['lunes', 'domingo']) {
    await press(page, `Añadir tramo el ${day}`);
    const name = `${day.charAt(0).toUpperCase()}${day.slice(1)}, tramo 1: fin`;
    await dialog(page).getByLabel(name).fill('09:00');
  }
  await press(page, 'Añadir festivo');
  await press(page, 'Guardar');
  await lookAtDialog(page, look, 'working hours: a form with errors');
}

async function walkAccess(page: Page, { other }: LongCompany, look: Look): Promise<void> {
  await goTo(page, '/admin/access');
  await look('access');
  await line(page, other.email).first().getByRole('button', { name: 'Eliminar' }).click();
  await lookAtDialog(page, look, 'remove a device');
}

async function walkGroupPermissions(
  page: Page,
  { group, office, viewer }: LongCompany,
  look: Look,
): Promise<void> {
  await goTo(page, '/admin/group-permissions');
  await look('group permissions');
  await line(page, viewer.email).getByRole('button', { name: 'Opciones' }).click();
  await look('group permissions: menu');
  await page.getByRole('menuitem', { name: 'Asignar grupo' }).click();
  await expect(dialog(page).getByText(office)).toBeVisible();
  await look('group permissions: groups of a user');
  await dialog(page)
    .getByRole('button', { name: `Quitar grupo ${group.name}` })
    .click();
  await lookAtDialog(page, look, 'remove a group');
  await leave(page);
}

async function walkMonitoring(page: Page, { group }: LongCompany, look: Look): Promise<void> {
  await goTo(page, '/admin/chats');
  await look('chats');
  await page.getByRole('button', { name: group.name }).first().click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await look('chats: a conversation');
  await page.getByRole('button', { name: 'Conservar por requerimiento' }).click();
  await press(page, 'Conservar');
  await lookAtDialog(page, look, 'a hold without a reason');
  await page.getByRole('article').last().hover();
  await page.getByRole('button', { name: 'Eliminar mensaje' }).last().click();
  await lookAtDialog(page, look, 'delete a message');
  await page.getByRole('article').last().hover();
  await page.getByRole('button', { name: 'Opciones del mensaje' }).last().click();
  await expect(page.getByRole('menuitem', { name: 'Información' })).toBeVisible();
  await look('chats: menu of a message');
  await page.getByRole('menuitem', { name: 'Información' }).click();
  await expect(dialog(page).getByRole('listitem').first()).toBeVisible();
  await lookAtDialog(page, look, 'information about a message');
  await goTo(page, '/admin/chats');
  await page.getByRole('button', { name: 'Registro de auditoría' }).click();
  await lookAtDialog(page, look, 'what was read');
  await walkHolds(page, look);
}

/** The holds in force, one of them, and the question before it ends. */
async function walkHolds(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Lo que se conserva' }).click();
  await expect(dialog(page).getByRole('listitem').first()).toBeVisible();
  await look('chats: holds');
  await dialog(page)
    .getByRole('button', { name: /^Cambiar: / })
    .first()
    .click();
  await expect(dialog(page).getByLabel('Motivo')).toBeVisible();
  await look('chats: a hold');
  await press(page, 'Dejar de conservar');
  await lookAtDialog(page, look, 'end a hold');
  await leave(page);
  await leave(page);
}

/** The views of a device that waits for approval. */
export async function walkWaitingDevice(page: Page, email: string, look: Look): Promise<void> {
  await goTo(page, '/admin/access');
  await look('a waiting device');
  for (const button of ['Autorizar', 'Rechazar']) {
    await line(page, email).getByRole('button', { name: button }).click();
    await lookAtDialog(page, look, button);
  }
}
