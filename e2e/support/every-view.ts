import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { dialog, openForm, press } from './desk.ts';
import { attach, picture } from './files.ts';
import type { LongCompany } from './long-company.ts';
import { chatEntry, composer } from './people.ts';

/** Called with each page, dialog and menu while it is open; `show` opens it again where a change of size closes it. */
export type Look = (view: string, show?: () => Promise<void>) => Promise<void>;

/** A row also where the table is drawn as cards. */
const line = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text });

/** All that are open, also those beneath another. */
const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]');

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  const box = dialog(page).getByRole('combobox', { name: field });
  await box.click();
  await page.getByRole('option').filter({ hasText: option }).first().click();
}

/** Looks at a row's menu, then at what each of its entries opens. */
async function lookAtRow(page: Page, row: Locator, look: Look, entries: string[]): Promise<void> {
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

async function lookAtDialog(page: Page, look: Look, name: string): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).locator('[aria-busy=true]')).toHaveCount(0);
  await look(`${page.url()} ${name}`);
  await leave(page);
}

/** Closes the innermost dialog. */
async function leave(page: Page): Promise<void> {
  const open = await dialogs(page).count();
  const innermost = dialog(page);
  const cancel = innermost.getByRole('button', { name: 'Cancelar', exact: true });
  if (await cancel.isVisible()) await cancel.click();
  else await press(page, 'Cerrar');
  await expect(dialogs(page)).toHaveCount(open - 1);
}

/** The administration, as an administrator sees it. */
export async function walkAdministration(
  page: Page,
  company: LongCompany,
  look: Look,
): Promise<void> {
  await walkUsers(page, company, look);
  await walkGroups(page, company, look);
  await walkProjectsAndOffices(page, company, look);
  await walkAccess(page, company, look);
  await walkGroupPermissions(page, company, look);
  await walkMonitoring(page, company, look);
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
    // Such a name is taken: the dialog stays, and says so.
    await expect(
      page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /\S/ }).first(),
    ).toBeVisible();
    await lookAtDialog(page, look, `${button}: refused`);
  }
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
}

/** What waits until an administrator lets it in. */
export async function walkWaitingDevice(page: Page, email: string, look: Look): Promise<void> {
  await goTo(page, '/admin/access');
  await look('a waiting device');
  for (const button of ['Autorizar', 'Rechazar']) {
    await line(page, email).getByRole('button', { name: button }).click();
    await lookAtDialog(page, look, button);
  }
}

/** What surrounds each page: the menus of the top bar, and what keys open. */
export async function walkLayout(page: Page, { viewer }: LongCompany, look: Look): Promise<void> {
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: viewer.email }).click();
  const entry = page.getByRole('menuitem', { name: 'Cambiar contraseña' });
  await expect(entry).toBeVisible();
  await look('account menu');
  await entry.click();
  await lookAtDialog(page, look, 'own password');
  await bar.getByRole('button', { name: 'Ir a…' }).click();
  await expect(dialog(page).getByRole('option').first()).toBeVisible();
  await look('quick switcher');
  await leave(page);
  await bar.getByRole('button', { name: viewer.email }).click();
  await page.getByRole('menuitem', { name: 'Atajos de teclado' }).click();
  await lookAtDialog(page, look, 'shortcuts');
  await bar.getByRole('button', { name: 'Abrir menú' }).click();
  await look('menu, turned');
  await bar.getByRole('button', { name: 'Abrir menú' }).click();
}

/** The menu of a page that stands on a phone. */
export async function walkDrawer(page: Page, look: Look): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Abrir menú' }).click();
  await expect(dialog(page)).toBeVisible();
  await look('menu, drawn out');
}

/** The chats of a group, as somebody who takes part sees them. */
export async function walkChats(page: Page, company: LongCompany, look: Look): Promise<void> {
  const { group, other, ordinary } = company;
  const back = page.getByRole('button', { name: 'Volver a la lista' });
  await page.goto(`/groups/${group.uuid}`);
  const showList = async () => {
    if (await back.isVisible()) await back.click();
    await expect(chatEntry(page, other.email)).toBeVisible();
  };
  await showList();
  await look('chat list', showList);
  await walkLayout(page, company, look);
  await chatEntry(page, 'General').click();
  const said = page.getByRole('article');
  await expect(said.first()).toBeVisible();
  await look('group chat');
  await walkReactions(page, said, look);
  await walkForward(page, said, look);
  await walkReply(page, said, ordinary.email, look);
  await walkOwn(page, said, look);
  await walkFiles(page, said, look);
  if (await back.isVisible()) await back.click();
  await chatEntry(page, other.email).click();
  await expect(said.first()).toBeVisible();
  await look('direct chat');
  await page.getByRole('button', { name: 'Emojis' }).click();
  await expect(page.getByRole('tab')).toHaveCount(9);
  await look('emoji picker');
  await page.keyboard.press('Escape');
  await goTo(page, '/chats/me');
  await look('own chat');
}

async function walkReactions(page: Page, said: Locator, look: Look): Promise<void> {
  await said.getByRole('button', { name: /^👍/ }).click();
  await lookAtDialog(page, look, 'reactions');
  await said.last().hover();
  await said.last().getByRole('button', { name: 'Opciones del mensaje' }).click();
  const react = page.getByRole('menuitem', { name: 'Reaccionar' });
  await expect(react).toBeVisible();
  await look('message menu');
  await react.click();
  await page.getByRole('button', { name: 'Más emojis' }).click();
  await expect(page.getByRole('tab')).toHaveCount(9);
  await look('reaction picker');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab')).toHaveCount(0);
}

/** The last message is one's own. */
async function walkOwn(page: Page, said: Locator, look: Look): Promise<void> {
  const choose = async (name: string) => {
    await said.last().hover();
    await said.last().getByRole('button', { name: 'Opciones del mensaje' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Editar');
  await expect(page.getByRole('button', { name: 'Cancelar edición' })).toBeVisible();
  await look('a message that is edited');
  await page.keyboard.press('Escape');
  await choose('Eliminar');
  await lookAtDialog(page, look, 'delete an own message');
}

async function walkForward(page: Page, said: Locator, look: Look): Promise<void> {
  await said.last().hover();
  await said.last().getByRole('button', { name: 'Opciones del mensaje' }).click();
  await page.getByRole('menuitem', { name: 'Reenviar' }).click();
  await expect(page.getByRole('option')).not.toHaveCount(0);
  for (const place of [0, 1]) await page.getByRole('option').nth(place).click();
  await lookAtDialog(page, look, 'forward a message');
}

async function walkReply(page: Page, said: Locator, email: string, look: Look): Promise<void> {
  await said.last().hover();
  await said.last().getByRole('button', { name: 'Opciones del mensaje' }).click();
  await page.getByRole('menuitem', { name: 'Responder' }).click();
  await expect(page.getByRole('button', { name: 'Cancelar respuesta' })).toBeVisible();
  await composer(page).pressSequentially('Hola, @');
  await expect(page.getByRole('option').first()).toBeVisible();
  await look('mention list and reply bar');
  await page.getByRole('option').filter({ hasText: email }).click();
  await look('a mention in the composer');
  await composer(page).press('Enter');
  await expect(said.last()).toContainText(`Hola, @${email}`);
}

async function walkFiles(page: Page, said: Locator, look: Look): Promise<void> {
  const name = `${randomBytes(3).toString('hex')}-${'Presupuesto-anual-de-climatizacion'.repeat(3)}_${'x'.repeat(80)}`;
  const report = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  const sent = (title: string) =>
    said.getByRole('link', { name: title }).or(said.getByRole('button', { name: title }));
  for (const file of [report, picture(`${name}.png`, 900, 400)]) {
    await attach(page, file);
    await expect(dialog(page)).toBeVisible();
    await look('send a file');
    await press(page, 'Enviar');
    await expect(dialog(page)).toHaveCount(0);
    await expect(sent(file.name)).toBeVisible();
  }
  await look('files in a chat');
  await sent(`${name}.png`).click();
  await lookAtDialog(page, look, 'an image');
}
