import type { Group, UserWithGroups } from '@chat/contract/groups';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setCurrentUser } from '../shared/session.ts';
import { useNotification } from '../shared/toast/notify.ts';
import { ana, buildOwnGroup, buildUser } from '../test/builders.ts';
import {
  bodyOf,
  calls,
  chooseFrom,
  fill,
  press,
  pressIcon,
  refusal,
  serve,
  show,
  user,
} from '../test/show.tsx';
import { AdminGroupPermissionsPage } from './admin-group-permissions.page.tsx';

const ASSIGN = 'POST /users/bruno/group-permissions';
const REMOVE = 'DELETE /users/bruno/group-permissions/ventas';

const office = { uuid: 'sur', name: 'Sevilla', project: { uuid: 'obra', name: 'Metro' } };
const ventas: Group = buildOwnGroup({ uuid: 'ventas', name: 'Ventas' });
const compras: Group = buildOwnGroup({ uuid: 'compras', name: 'Compras', officine: office });
const person = (name: string, groups: Group[], changes = {}): UserWithGroups => ({
  ...buildUser(name, changes),
  groups,
});
let managed: Group[];

function open(answers: Record<string, unknown> = {}): void {
  const people = () => [
    person('Bruno', managed),
    person('Carla', [], { blockedAt: '2026-11-21T10:00:00.000Z' }),
  ];
  serve({
    'GET /users/groups': (query: URLSearchParams) =>
      people().filter(({ email }) => email.includes(query.get('search') ?? '')),
    'GET /users/bruno/group-permissions': () => managed,
    'GET /groups': [ventas, compras],
    ...answers,
  });
  show(<AdminGroupPermissionsPage />);
}

beforeEach(() => {
  setCurrentUser({ ...ana, isAdmin: true, role: 'ADMIN' });
  useNotification.setState({ current: null });
  managed = [ventas];
});
afterEach(cleanup);

const announced = () => useNotification.getState().current?.message;
const asked = () => calls.map(({ route }) => route);
const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** Bruno is the first. */
async function openAssignment(): Promise<void> {
  await screen.findByText('bruno@empresa.local');
  const [menu] = screen.getAllByLabelText('Opciones');
  if (menu) await user.click(menu);
  await user.click(await screen.findByText('Asignar grupo', { selector: '[role=menuitem]' }));
  await screen.findByText('Asginar grupos al usario');
}

it('has three columns with the number of groups, marks who is blocked, and finds an e-mail', async () => {
  open();
  await screen.findByText('bruno@empresa.local');
  const heads = textsOf('th[scope=col], thead th');
  expect(heads.slice(0, -1)).toEqual(['Usuario', 'Correo electrónico', 'Grupos']);
  const rows = textsOf('tbody tr');
  expect(rows[0]).toMatch(/^.*Bruno Gil.*bruno@empresa\.local.*1/);
  expect(rows[0]).not.toContain('Bloqueado');
  expect(rows[1]).toMatch(/^.*Carla Gil.*Bloqueado.*carla@empresa\.local.*0/);
  await fill('Buscar por correo', 'carla');
  await waitFor(() => expect(textsOf('tbody tr')).toHaveLength(1));
  screen.getByText('carla@empresa.local');
  await chooseFrom('Opciones', 'Asignar grupo');
  await screen.findByText('Asginar grupos al usario');
});

it('offers the groups that are not assigned yet, with their offices, and assigns what was chosen', async () => {
  open();
  await openAssignment();
  await screen.findByLabelText('Quitar grupo Ventas');
  await waitFor(() => expect(textsOf('[role=option]')).toEqual(['Compras - Sevilla']));
  screen.getByLabelText('Selecciona grupos');
  await user.click(await screen.findByText('Compras - Sevilla'));
  await press('Asignar');
  await waitFor(() => expect(screen.queryByText('Asginar grupos al usario')).toBeNull());
  expect(bodyOf(ASSIGN)).toEqual({ groupIds: [compras.uuid] });
  expect(announced()).toBe('Los grupos fueron asignados correctamente al usuario para su gestión');
});

it('removes a group that is assigned once that is confirmed', async () => {
  open({
    [REMOVE]: () => {
      managed = [];
      return null;
    },
  });
  await openAssignment();
  await pressIcon('Quitar grupo Ventas');
  await screen.findByText('Confirmar eliminación de grupo');
  const question = screen.getByText(/¿Quitar el grupo «Ventas»/).closest('[role$=dialog]');
  await user.click(
    [...(question?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === 'Cancelar',
    ) ?? document.body,
  );
  await waitFor(() => expect(screen.queryByText('Confirmar eliminación de grupo')).toBeNull());
  expect(asked()).not.toContain(REMOVE);
  await pressIcon('Quitar grupo Ventas');
  await press('Quitar grupo');
  await waitFor(() => expect(screen.queryByLabelText('Quitar grupo Ventas')).toBeNull());
  expect(asked()).toContain(REMOVE);
  expect(announced()).toBe('El grupo fue quitado correctamente del usuario');
});

it('says that assigning or removing failed', async () => {
  open({ [ASSIGN]: refusal(500, ''), [REMOVE]: refusal(500, '') });
  await openAssignment();
  await user.click(await screen.findByText('Compras - Sevilla'));
  await press('Asignar');
  await waitFor(() =>
    expect(announced()).toBe('Ocurrió un error al asignar los grupos al usuario para su gestión'),
  );
  await pressIcon('Quitar grupo Ventas');
  await press('Quitar grupo');
  await waitFor(() => expect(announced()).toBe('Ocurrió un error al quitar el grupo del usuario'));
});
