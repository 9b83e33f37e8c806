import type { Group, Participant } from '@chat/contract/groups';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../shared/session.ts';
import { ana, bruno, buildUser } from '../test/builders.ts';
import {
  choose,
  columns,
  comeToDesk,
  isDialogOpen,
  menuItems,
  noAnswer,
  notice,
  rows,
} from '../test/desk.ts';
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
import { AdminGroupsPage } from './admin-groups.page.tsx';

const ADDRESS = 'grupo@empresa.local';
const projects = ['Uno', 'Dos'].map((name, id) => ({ uuid: name, id, name }));
const [uno, dos] = projects;
const offices = [
  { uuid: 'vigo', id: 1, name: 'Vigo', project: uno },
  { uuid: 'lugo', id: 2, name: 'Lugo', project: dos },
];
const place = { uuid: 'lugo', id: 2, name: 'Lugo', project: { uuid: 'Dos', id: 1, name: 'Dos' } };
const general: Group = {
  uuid: 'general',
  id: 1,
  name: 'GENERAL',
  description: '',
  officine: null,
  officeId: null,
  projectId: null,
  participantsCount: 7,
};
const compras: Group = {
  ...general,
  uuid: 'compras',
  name: 'Compras',
  description: 'Quien compra',
  officine: place,
  participantsCount: 2,
};
const CREATE = 'POST /groups';
const UPDATE = 'POST /groups/compras';
const DELETE = 'DELETE /groups/compras';

function open(answers: Record<string, unknown> = {}): void {
  serve({
    'GET /groups': [compras],
    'GET /projects': projects,
    'GET /offices': offices,
    'GET /config': { groupAddress: ADDRESS },
    ...answers,
  });
  show(<AdminGroupsPage />);
}

const noticed = (text: string) => waitFor(() => expect(notice()).toBe(text));
const closed = () => waitFor(() => expect(isDialogOpen()).toBe(false));
const generalRow = ['', '', 'GENERAL', '', '7'];
const comprasRow = ['Dos', 'Lugo', 'Compras', 'Quien compra', '2'];

beforeEach(comeToDesk);
afterEach(cleanup);

describe('the page Grupos', () => {
  it('has its columns, and no menu for GENERAL', async () => {
    open({ 'GET /groups': [general] });
    await screen.findByText('GENERAL');
    expect(columns()).toEqual(['Proyecto', 'Oficina', 'Grupo', 'Descripción', 'Participantes']);
    expect(rows()).toEqual([generalRow]);
    expect(screen.queryByLabelText('Opciones')).toBeNull();
    cleanup();
    open();
    await screen.findByLabelText('Opciones');
    expect(rows()).toEqual([comprasRow]);
  });

  it('offers a group manager to rename their groups and to keep the participants, and nothing else', async () => {
    setCurrentUser({ ...ana, role: 'GROUP_MANAGER' });
    open({ [UPDATE]: compras });
    await pressIcon('Opciones');
    const edit = await screen.findByText('Editar');
    expect(menuItems()).toEqual(['Editar']);
    expect(screen.queryByText('Registrar grupo')).toBeNull();
    expect(screen.queryByLabelText('Conservación de mensajes')).toBeNull();
    await user.click(edit);
    await fill('Nombre', 'Ventas');
    await press('Actualizar');
    await noticed('success: Grupo actualizado correctamente.');
    expect(bodyOf(UPDATE)).toMatchObject({ name: 'Ventas' });
    await closed();
    await pressIcon('Participantes');
    await screen.findByText('Agregar usuario');
  });
});

describe('a group', () => {
  it('is registered in an office, which a new project clears', async () => {
    let groups = [general];
    open({
      'GET /groups': () => groups,
      [CREATE]: () => {
        groups = [compras];
        return compras;
      },
    });
    await press('Registrar grupo');
    await fill('Nombre', 'Compras');
    await press('Registrar');
    await screen.findByText('Selecciona un proyecto');
    await choose('Proyecto', 'Uno');
    await choose('Oficina', 'Vigo');
    await waitFor(() => expect(screen.queryByText('Selecciona una oficina')).toBeNull());
    await choose('Proyecto', 'Dos');
    await press('Registrar');
    await screen.findByText('Selecciona una oficina');
    expect(calls.map(({ route }) => route)).not.toContain(CREATE);
    await choose('Oficina', 'Lugo');
    await press('Registrar');
    await closed();
    expect(notice()).toBe('success: Grupo registrado correctamente.');
    expect(bodyOf(CREATE)).toMatchObject({ name: 'Compras', projectId: 'Dos', officeId: 'lugo' });
    expect(rows()).toEqual([comprasRow]);
  });

  it('is renamed, and removed with its chats once that is confirmed', async () => {
    let groups = [compras];
    open({
      'GET /groups': () => groups,
      [DELETE]: () => {
        groups = [general];
        return null;
      },
    });
    await chooseFrom('Opciones', 'Editar');
    expect((await screen.findByLabelText<HTMLInputElement>('Nombre')).value).toBe('Compras');
    await fill('Nombre', 'Ventas');
    await press('Actualizar');
    await closed();
    expect(notice()).toBe('success: Grupo actualizado correctamente.');
    expect(bodyOf(UPDATE)).toEqual({ name: 'Ventas', description: 'Quien compra' });
    await chooseFrom('Opciones', 'Eliminar');
    await screen.findByText(/^El grupo «Compras[^»]*» se eliminará junto con todos sus chats/);
    expect(calls.map(({ route }) => route)).not.toContain(DELETE);
    await press('Eliminar');
    await closed();
    expect(rows()).toEqual([generalRow]);
  });

  it('that is not registered or renamed says so, and what was typed stays', async () => {
    open({ [CREATE]: noAnswer, [UPDATE]: noAnswer });
    await press('Registrar grupo');
    const name = await fill('Nombre', 'Ventas');
    await user.click(screen.getByLabelText('Registrar sin oficina'));
    await press('Registrar');
    await noticed('error: Ocurrió un error al registrar el grupo.');
    expect(bodyOf(CREATE)).toMatchObject({ name: 'Ventas', projectId: null, officeId: null });
    expect([name.isConnected, name.value]).toEqual([true, 'Ventas']);
    await pressIcon('Cerrar');
    await chooseFrom('Opciones', 'Editar');
    await press('Actualizar');
    await noticed('error: Ocurrió un error al actualizar el grupo.');
  });

  it('gets days of its own, with a comma too, and follows the company again; so does GENERAL', async () => {
    const SET = 'PUT /groups/general/retention';
    let retentionDays: number | null = null;
    open({
      'GET /groups': () => [{ ...general, retentionDays }],
      [SET]: () => {
        retentionDays = retentionDays === null ? 30.5 : null;
        return null;
      },
    });
    await pressIcon('Conservación de mensajes');
    await user.click(await screen.findByLabelText('Como en el resto de la empresa'));
    await fill('Días', '0');
    await press('Guardar');
    await screen.findByText(/mayor que 0/);
    await fill('Días', '30,5');
    await press('Guardar');
    await closed();
    expect([notice(), bodyOf(SET)]).toEqual([
      'success: Plazo de conservación guardado.',
      { days: 30.5 },
    ]);
    await screen.findByText('30,5 días');
    await pressIcon('Conservación de mensajes');
    expect((await screen.findByLabelText<HTMLInputElement>('Días')).value).toBe('30,5');
    await user.click(screen.getByLabelText('Como en el resto de la empresa'));
    await press('Guardar');
    await closed();
    expect(bodyOf(SET)).toEqual({ days: null });
    expect(screen.queryByText('30,5 días')).toBeNull();
  });
});

describe('the participants', () => {
  const PATH = '/groups/compras/users';
  const ADD = `POST ${PATH}`;
  const REMOVE = `DELETE ${PATH}/${ana.uuid}`;
  const system = { uuid: 'sistema', email: ADDRESS };
  const removal = `Quitar a ${ana.email}`;

  it('are added and removed; nobody is offered who is in already, nor the address of group chats', async () => {
    let participants: Participant[] = [ana, system];
    open({
      [`GET ${PATH}`]: () => participants,
      'GET /users': [ana, bruno, system].map((person) => buildUser('Persona', person)),
      [ADD]: () => {
        participants = [ana, bruno];
        return null;
      },
      [REMOVE]: () => {
        participants = [bruno];
        return null;
      },
    });
    await pressIcon('Participantes');
    await screen.findByLabelText(removal);
    expect(screen.queryByLabelText(`Quitar a ${ADDRESS}`)).toBeNull();
    await press('Agregar usuario');
    await user.click(await screen.findByLabelText('Usuarios', { selector: '[role=combobox]' }));
    await screen.findByText(bruno.email, { selector: '[role=option] *' });
    const offered = [...document.querySelectorAll('[role=option]')];
    expect(offered).toHaveLength(1);
    await user.click(screen.getByText(bruno.email, { selector: '[role=option] *' }));
    await press('Agregar');
    await screen.findByLabelText(`Quitar a ${bruno.email}`);
    expect(bodyOf(ADD)).toEqual({ userIds: [bruno.uuid] });
    await pressIcon(removal);
    await screen.findByText('Confirmar eliminación');
    expect(calls.map(({ route }) => route)).not.toContain(REMOVE);
    await press('Eliminar');
    await waitFor(() => expect(screen.queryByLabelText(removal)).toBeNull());
    expect(notice()).toBeUndefined();
  });

  it('who are not removed stay, and the failure is only logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    open({ [`GET ${PATH}`]: [ana], [REMOVE]: refusal(503, 'No') });
    await pressIcon('Participantes');
    await pressIcon(removal);
    await press('Eliminar');
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect([notice(), screen.queryByText('Confirmar eliminación') !== null]).toEqual([
      undefined,
      true,
    ]);
  });

  it('of a group that another administrator deletes are shown no longer', async () => {
    open({ [`GET ${PATH}`]: () => refusal(404, 'No existe') });
    await pressIcon('Participantes');
    await closed();
  });
});
