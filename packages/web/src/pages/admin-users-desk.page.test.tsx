import type { User } from '@chat/contract/users';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerUsersRealtime } from '../features/directory/lists/directory.realtime.ts';
import badge from '../shared/ui/badge.module.css';
import { buildUser } from '../test/builders.ts';
import {
  choose,
  columns,
  comeToDesk,
  elena,
  isDialogOpen,
  menuItems,
  noAnswer,
  notice,
  rows,
} from '../test/desk.ts';
import { fakeSocket } from '../test/fakes.ts';
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
} from '../test/show.tsx';
import { AdminUsersPage } from './admin-users.page.tsx';

const LIST = 'GET /users/search';
const CREATE = 'POST /users';
const UPDATE = 'PUT /users/bruno';
const bruno = buildUser('Bruno', { offices: ['León', 'Vigo'] });
const blocked = { ...bruno, blockedAt: '2026-11-21T10:00:00.000Z' };

const openWith = (answers: Record<string, unknown> = {}) => {
  serve({
    [LIST]: [bruno],
    'GET /config': { oidcName: null, passwordLogin: true, emailDomain: 'empresa.local' },
    ...answers,
  });
  return show(<AdminUsersPage />);
};

const routes = () => calls.map(({ route }) => route);
const noticed = (text: string) => waitFor(() => expect(notice()).toBe(text));
const closed = () => waitFor(() => expect(isDialogOpen()).toBe(false));

beforeEach(comeToDesk);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function fillIn(person: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(person)) await fill(label, value);
}

describe('the page Usuarios', () => {
  it('has its columns, a search by e-mail and a button to register', async () => {
    openWith();
    await screen.findByLabelText('Opciones');
    expect(columns()).toEqual(['Usuario', 'Correo electrónico', 'Oficinas', 'Estado de conexión']);
    const [[name = '', ...others] = []] = rows();
    expect(name).toContain('Bruno Gil');
    expect(others).toEqual(['bruno@empresa.local', 'León, Vigo', 'Desconectado']);
    screen.getByPlaceholderText('Buscar por correo');
    screen.getByText('Registrar usuario');
  });

  it('reads its list again every 180 s', async () => {
    vi.useFakeTimers();
    openWith();
    const reads = () => routes().filter((route) => route === LIST).length;
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(reads()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(179_900));
    expect(reads()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(reads()).toBe(2);
  });

  it('says live who is here, in a colour of its own each', async () => {
    const { queryClient } = openWith();
    const { socket, say } = fakeSocket();
    registerUsersRealtime(socket, queryClient);
    const toneOf = async (text: string) => {
      const { classList } = await screen.findByText(text);
      return (['success', 'danger', 'neutral'] as const).filter((tone) =>
        classList.contains(badge[tone] ?? ''),
      );
    };
    expect(await toneOf('Desconectado')).toEqual(['neutral']);
    const turn = (connectionStatus: User['connectionStatus']) =>
      act(async () => say('presence', { userId: bruno.uuid, connectionStatus }));
    await turn('ONLINE');
    expect(await toneOf('En línea')).toEqual(['success']);
    await turn('DISCONNECTED');
    expect(await toneOf('Sin conexión')).toEqual(['danger']);
    await turn('OFFLINE');
    expect(await toneOf('Desconectado')).toEqual(['neutral']);
  });
});

describe('the menu of a row', () => {
  it('has what is done to a user, and a blocked one looks different', async () => {
    openWith();
    await pressIcon('Opciones');
    await screen.findByText('Editar');
    expect(menuItems()).toEqual(
      expect.arrayContaining(['Editar', 'Eliminar', 'Bloquear/Suspender']),
    );
    expect(menuItems()).not.toContain('Desbloquear');
    expect(screen.queryByText('Bloqueado')).toBeNull();
    cleanup();
    openWith({ [LIST]: [blocked] });
    await pressIcon('Opciones');
    await screen.findByText('Desbloquear');
    expect(menuItems()).not.toContain('Bloquear/Suspender');
    screen.getByText('Bloqueado');
  });

  it('offers nobody to block or delete themselves', async () => {
    openWith({ [LIST]: [buildUser('Elena', { uuid: elena.uuid, isAdmin: true, role: 'ADMIN' })] });
    await pressIcon('Opciones');
    for (const item of ['Bloquear/Suspender', 'Eliminar']) {
      const disabled = await screen.findByText(item, { selector: '[role=menuitem]' });
      expect(disabled.getAttribute('aria-disabled')).toBe('true');
    }
  });

  it('asks by the e-mail before a user is blocked, unblocked and deleted', async () => {
    let people = [bruno];
    const change = (after: User[]) => () => {
      people = after;
      return null;
    };
    openWith({
      [LIST]: () => people,
      'POST /users/bruno/block': change([blocked]),
      'POST /users/bruno/unblock': change([bruno]),
      'DELETE /users/bruno': change([]),
    });
    await chooseFrom('Opciones', 'Bloquear/Suspender');
    await screen.findByText(/^bruno@empresa\.local no podrá/);
    await press('Cancelar');
    await closed();
    expect(routes()).not.toContain('POST /users/bruno/block');
    const acts = [
      ['Bloquear/Suspender', /^bruno@empresa\.local no podrá/],
      ['Desbloquear', /^bruno@empresa\.local podrá/],
      ['Eliminar', /^bruno@empresa\.local dejará/],
    ] as const;
    for (const [item, question] of acts) {
      await chooseFrom('Opciones', item);
      await screen.findByText(question);
      await press(item);
      await closed();
    }
    expect(routes().filter((route) => !route.startsWith('GET'))).toEqual([
      'POST /users/bruno/block',
      'POST /users/bruno/unblock',
      'DELETE /users/bruno',
    ]);
    await screen.findByText('Todavía no hay usuarios');
  });

  it.each([
    [bruno, 'Bloquear/Suspender', 'POST /users/bruno/block'],
    [blocked, 'Desbloquear', 'POST /users/bruno/unblock'],
    [bruno, 'Eliminar', 'DELETE /users/bruno'],
  ])(
    'leaves the question open when it is refused, which is only logged: %#',
    async (person, item, route) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      openWith({ [LIST]: [person], [route]: refusal(409, 'No') });
      await chooseFrom('Opciones', item);
      await press(item);
      await waitFor(() => expect(logged).toHaveBeenCalled());
      expect([isDialogOpen(), notice()]).toEqual([true, undefined]);
    },
  );
});

const lucia = { Nombre: 'Lucía', Apellido: 'Gómez', 'Correo electrónico': 'Lucia.GOMEZ' };

describe('a user', () => {
  it('is registered through project, office and groups; the e-mail gets the domain', async () => {
    const project = { uuid: 'personal', id: 1, name: 'Personal' };
    const leon = { uuid: 'leon', id: 1, name: 'León', project };
    openWith({
      'GET /projects': [project],
      'GET /offices': [leon],
      'GET /groups': [{ uuid: 'nominas', id: 1, name: 'Nóminas', description: '', officine: leon }],
      [CREATE]: { ...bruno, invitation: null },
    });
    await press('Registrar usuario');
    await fillIn({ ...lucia, Contraseña: '12345' });
    await choose('Proyecto', 'Personal');
    await press('Registrar');
    await screen.findByText('Mínimo 6 caracteres');
    await screen.findByText('Selecciona una oficina');
    await fill('Contraseña', '123456');
    await choose('Oficina', 'León');
    await press('Registrar');
    await screen.findByText('Selecciona un grupo(s)');
    await choose('Grupos', 'Nóminas');
    await press('Registrar');
    await closed();
    expect(notice()).toBe('success: Usuario registrado correctamente');
    expect(bodyOf(CREATE)).toMatchObject({
      firstName: 'Lucía',
      email: 'lucia.gomez@empresa.local',
      password: '123456',
      groupUuids: ['nominas'],
    });
  });

  it('that is not registered says so; a taken e-mail is told at its field, and what was typed stays', async () => {
    const taken = 'El correo ya está registrado';
    const answers = [noAnswer, () => refusal(409, 'Los datos no son válidos', { email: [taken] })];
    openWith({ [CREATE]: () => answers.shift()?.() });
    await press('Registrar usuario');
    await fillIn({ ...lucia, Contraseña: '123456' });
    await press('Registrar');
    await noticed('error: Ocurrió un error al registrar el usuario.');
    await press('Registrar');
    const error = await screen.findByText(taken);
    const email = screen.getByLabelText<HTMLInputElement>('Correo electrónico');
    expect(email.getAttribute('aria-describedby')?.split(' ')).toContain(error.id);
    expect(notice()).toBe('error: Los datos no son válidos');
    expect([email.value, screen.getByLabelText<HTMLInputElement>('Nombre').value]).toEqual([
      'Lucia.GOMEZ',
      'Lucía',
    ]);
  });

  it('is edited without a domain being appended', async () => {
    const answers = [noAnswer, () => bruno];
    openWith({ [UPDATE]: () => answers.shift()?.() });
    await chooseFrom('Opciones', 'Editar');
    await fill('Correo electrónico', 'sinarroba');
    await press('Actualizar');
    await screen.findByText('Correo inválido');
    await fill('Correo electrónico', 'nuevo@empresa.local');
    await press('Actualizar');
    await noticed('error: Ocurrió un error al actualziar el usuario');
    await press('Actualizar');
    await closed();
    expect(notice()).toBe('success: Usuario actualizado correctamente');
    expect(bodyOf(UPDATE)).toMatchObject({ email: 'nuevo@empresa.local' });
  });
});
