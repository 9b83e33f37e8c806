import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../shared/session.ts';
import { useNotification } from '../shared/toast/notify.ts';
import { buildUser } from '../test/builders.ts';
import { comeToDesk, elena } from '../test/desk.ts';
import {
  bodyOf,
  chooseFrom,
  fill,
  press,
  pressIcon,
  refusal,
  serve,
  show,
  user,
} from '../test/show.tsx';
import { AdminUsersPage } from './admin-users.page.tsx';

const WRONG = 'La contraseña actual no es correcta';
const HOLD = 'Conservar por requerimiento';

const people = {
  Elena: buildUser('Elena', { uuid: elena.uuid, isAdmin: true, role: 'ADMIN' }),
  Bruno: buildUser('Bruno'),
  Carla: buildUser('Carla', { blockedAt: '2026-11-21T10:00:00.000Z' }),
  Fina: buildUser('Fina', { isAdmin: true, role: 'ADMIN', supervisor: true }),
};
type Name = keyof typeof people;

const invitation = {
  url: 'https://chat.empresa.local/invitation#un-secreto',
  expiresAt: '2026-11-29T10:00:00.000Z',
};

/** One row is enough, and soon drawn. */
function open(name: Name, answers: Record<string, unknown> = {}, isSupervisor = true): void {
  setCurrentUser({ ...elena, supervisor: isSupervisor });
  const config = { oidcName: 'Acme', passwordLogin: true };
  serve({ 'GET /users/search': [people[name]], 'GET /config': config, ...answers });
  show(<AdminUsersPage />);
}

beforeEach(comeToDesk);
afterEach(cleanup);

const choose = (item: string) => chooseFrom('Opciones', item);
const announced = () => useNotification.getState().current?.message;

async function openMenu(): Promise<string[]> {
  await pressIcon('Opciones');
  await screen.findByText('Editar');
  return [...document.querySelectorAll('[role=menuitem]')].map(
    ({ textContent }) => textContent ?? '',
  );
}

describe('the menu of a row', () => {
  const ways = ['Invitar', 'Quitar verificación en dos pasos', 'Olvidar cuenta de empresa'];
  const offered = async () => (await openMenu()).filter((item) => [...ways, HOLD].includes(item));

  it.each([
    ['Bruno', [...ways, HOLD]],
    ['Carla', [...ways.slice(1), HOLD]],
    ['Elena', [HOLD]],
  ] as const)('of %s offers the ways in that help, and a hold', async (name, items) => {
    open(name);
    expect(await offered()).toEqual(items);
  });

  it('offers no account of a company where there is none, and no hold to who does not supervise', async () => {
    open('Bruno', { 'GET /config': { oidcName: null, passwordLogin: true } }, false);
    expect(await offered()).toEqual(ways.slice(0, 2));
  });
});

describe('the own password', () => {
  it.each([
    ['Bruno', 'Quitar verificación en dos pasos', 'Quitar', 'DELETE /users/bruno/totp'],
    ['Bruno', 'Olvidar cuenta de empresa', 'Olvidar', 'DELETE /users/bruno/company-sign-in'],
    ['Fina', 'Invitar', 'Crear enlace', 'POST /users/fina/invitation'],
  ] as const)('is what it takes for %s: %s', async (name, item, button, route) => {
    const answers = [refusal(422, WRONG, { currentPassword: [WRONG] }), invitation];
    open(name, { [route]: () => answers.shift() });
    await choose(item);
    await fill('Tu contraseña', 'mala');
    await press(button);
    await screen.findByText(WRONG);
    expect(bodyOf(route)).toEqual({ currentPassword: 'mala' });
    await press(button);
    await waitFor(() => expect(screen.queryByText(WRONG)).toBeNull());
  });

  it('is what another administrator’s supervision takes', async () => {
    open('Fina', { 'GET /config': { oidcName: null } });
    await choose('Editar');
    const supervises = await screen.findByLabelText('Puede supervisar conversaciones');
    expect(screen.queryByLabelText('Tu contraseña')).toBeNull();
    await user.click(supervises);
    await fill('Tu contraseña', 'propia');
    await press('Actualizar');
    await waitFor(() => expect(announced()).toBe('Usuario actualizado correctamente'));
    expect(bodyOf('PUT /users/fina')).toMatchObject({
      supervisor: false,
      currentPassword: 'propia',
    });
  });

  it('is what a new one of another administrator takes; blank is for who has none', async () => {
    const route = 'PUT /users/fina/password';
    const refused = (text: string) => refusal(422, text, { currentPassword: [text] });
    const answers = [refused('Vuelve a entrar con Acme.'), refused(WRONG)];
    open('Fina', { [route]: () => answers.shift() });
    await choose('Cambiar contraseña');
    await fill('Contraseña', '123456');
    await press('Actualizar');
    await screen.findByText('Vuelve a entrar con Acme.');
    expect(bodyOf(route)).toEqual({ password: '123456', currentPassword: '' });
    await fill('Tu contraseña', 'mala');
    await press('Actualizar');
    await screen.findByText(WRONG);
  });

  it('is not what a new one of somebody else takes, who may be given it', async () => {
    open('Bruno');
    await choose('Cambiar contraseña');
    await fill('Contraseña', '12345');
    await press('Actualizar');
    await screen.findByText('Mínimo 6 caracteres');
    await fill('Contraseña', '123456');
    await press('Actualizar');
    await waitFor(() => expect(announced()).toBe('Contraseña actualizada correctamente'));
    expect(bodyOf('PUT /users/bruno/password')).toEqual({ password: '123456' });
  });
});

it('shows an invitation’s link once, until when it holds, and copies it', async () => {
  open('Bruno', { 'POST /users/bruno/invitation': invitation });
  const copy = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copy }, configurable: true });
  await choose('Invitar');
  await press('Crear enlace');
  const link = await screen.findByLabelText<HTMLInputElement>('Enlace');
  expect(link.value).toBe(invitation.url);
  screen.getByText(/^Sirve una vez, hasta .*\d\d:\d\d/);
  await press('Copiar enlace');
  expect(copy).toHaveBeenCalledWith(invitation.url);
  await press('Listo');
  await waitFor(() => expect(screen.queryByLabelText('Enlace')).toBeNull());
  expect(document.body.innerHTML).not.toContain('un-secreto');
});

it('downloads all users', async () => {
  open('Bruno', { 'GET /users/export': () => new Response('nombre;apellido') });
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:usuarios';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await press('Exportar usuarios');
  await waitFor(() => expect(names).toEqual(['usuarios.csv']));
  expect(await files[0]?.text()).toBe('nombre;apellido');
});
