import { required } from '@chat/contract/checks';
import type { PendingDevice } from '@chat/contract/devices';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useNotification } from '../shared/toast/notify.ts';
import { bruno } from '../test/builders.ts';
import { comeToDesk } from '../test/desk.ts';
import { say, showLive } from '../test/live.tsx';
import { calls, fill, press, refusal, serve, user } from '../test/show.tsx';
import { AdminAccessPage } from './admin-access.page.tsx';

const SEARCH = 'Buscar por email';
const CARLA = 'carla@empresa.local';

const device = (userEmail: string, approvedAt: string | null = null): PendingDevice => ({
  uuid: `de-${userEmail.split('@', 1)[0]}`,
  userEmail,
  offices: ['Sevilla', 'Huelva'],
  name: 'Firefox en Linux',
  address: '192.0.2.7',
  deviceCode: 'AB12CD',
  createdAt: '2025-11-21T10:00:00.000Z',
  approvedAt,
});
const approved = device(CARLA, '2025-11-22T10:00:00.000Z');
let devices: PendingDevice[];

/** With a server that searches as the true one does. */
function open(answers: Record<string, unknown> = {}): void {
  const find = (query: URLSearchParams) =>
    devices.filter(({ userEmail }) => userEmail.includes(query.get('search') ?? ''));
  serve({ 'GET /admin/devices/pending': find, ...answers });
  showLive(<AdminAccessPage />);
}

beforeEach(() => {
  comeToDesk();
  devices = [device(bruno.email), approved];
});
afterEach(cleanup);

const announced = () => useNotification.getState().current?.message;
const lastCall = () => calls.findLast(({ route }) => !route.startsWith('GET'))?.route;
const emails = () => screen.queryAllByText(/@/, { selector: 'td span' }).map(textOf);
const textOf = ({ textContent }: Element) => textContent;
const buttons = (row: Element) => [...row.querySelectorAll('button')].map(textOf);
const dialog = () => required(document.querySelector<HTMLElement>('[role$=dialog]'), 'dialog');

async function rowOf(email: string): Promise<HTMLElement> {
  return required((await screen.findByText(email)).closest('tr'), 'row');
}

/** Presses the button in the person's row, and says yes or no. */
async function decide(email: string, button: string, answer: string): Promise<void> {
  await user.click(within(await rowOf(email)).getByText(button));
  await waitFor(() => expect(dialog().textContent).toContain(email));
  await press(answer);
  await waitFor(() => expect(document.querySelector('[role$=dialog]')).toBeNull());
}

it('has four columns, and finds what was typed when it is asked to', async () => {
  open();
  const row = await rowOf(CARLA);
  const heads = [...document.querySelectorAll('th')].map(textOf);
  expect(heads.slice(0, -1)).toEqual(['Usuario', 'Oficinas', 'Fecha de Registro', 'Aprobado en']);
  expect(row.textContent).toMatch(/Sevilla, Huelva.*21-11-2025 .*22-11-2025 /);
  await fill(SEARCH, 'bruno');
  expect(emails()).toEqual([bruno.email, CARLA]);
  await press('Buscar');
  await waitFor(() => expect(emails()).toEqual([bruno.email]));
});

it('lets in or turns away who waits, and removes who is in, once that is confirmed', async () => {
  open();
  expect(buttons(await rowOf(bruno.email))).toEqual(['Autorizar', 'Rechazar']);
  expect(buttons(await rowOf(CARLA))).toEqual(['Eliminar']);

  await user.click(within(await rowOf(bruno.email)).getByText('Autorizar'));
  await screen.findByText('¿Autorizar dispositivo?');
  expect(buttons(dialog())).toEqual(['Cancelar', 'Confirmar']);
  await press('Cancelar');
  expect(lastCall()).toBeUndefined();
  await decide(bruno.email, 'Autorizar', 'Confirmar');
  expect(lastCall()).toBe('POST /admin/devices/de-bruno/approve');
  expect(announced()).toBe('Dispositivo autorizado correctamente');

  await user.click(within(await rowOf(CARLA)).getByText('Eliminar'));
  await screen.findByText('¿Rechazar dispositivo?');
  expect(buttons(dialog())).toEqual(['Cancelar', 'Confirmar']);
  await press('Cancelar');
  await decide(CARLA, 'Eliminar', 'Confirmar');
  expect(lastCall()).toBe('DELETE /admin/devices/de-carla/reject');
  expect(announced()).toBe('Dispositivo rechazado correctamente');
  await decide(bruno.email, 'Rechazar', 'Confirmar');
  expect(lastCall()).toBe('DELETE /admin/devices/de-bruno/reject');
});

it.each([
  ['Autorizar', 'POST /admin/devices/de-bruno/approve'],
  ['Rechazar', 'DELETE /admin/devices/de-bruno/reject'],
])('says that it failed: %s', async (button, route) => {
  open({ [route]: refusal(500, '') });
  await decide(bruno.email, button, 'Confirmar');
  expect(announced()).toBe('Ocurrió un error');
});

it('shows a device that comes to wait, and clears the search', async () => {
  open();
  await rowOf(CARLA);
  await fill(SEARCH, 'carla');
  await press('Buscar');
  await waitFor(() => expect(emails()).toEqual([CARLA]));
  const diego = device('diego@empresa.local');
  devices = [diego, ...devices];
  say('device:pending', diego);
  await rowOf(diego.userEmail);
  expect(emails()).toEqual([diego.userEmail, bruno.email, CARLA]);
  expect(screen.getByLabelText<HTMLInputElement>(SEARCH).value).toBe('');
});
