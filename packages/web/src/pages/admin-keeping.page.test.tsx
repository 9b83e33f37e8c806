import type { Hold } from '@chat/contract/holds';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setCurrentUser } from '../shared/session.ts';
import { useNotification } from '../shared/toast/notify.ts';
import { ana, buildUser } from '../test/builders.ts';
import { comeToDesk, elena } from '../test/desk.ts';
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
import { AdminUsersPage } from './admin-users.page.tsx';

const HOLD = 'Conservar por requerimiento';
const ERASE = 'Borrar definitivamente';
const REASON = 'Requerimiento del juzgado 3/2026';

const bruno = buildUser('Bruno');
const deletedAt = '2026-11-21T10:00:00.000Z';
const hold: Hold = {
  chatId: null,
  userId: bruno.uuid,
  name: bruno.email,
  reason: REASON,
  since: deletedAt,
  by: elena.email,
};

beforeEach(() => {
  comeToDesk();
  setCurrentUser({ ...elena, supervisor: true });
});
afterEach(cleanup);

const announced = () => useNotification.getState().current?.message;

async function confirm(field: string, text: string): Promise<HTMLInputElement> {
  const input = await fill(field, text);
  await user.type(input, '{Enter}');
  return input;
}

describe('deleted people', () => {
  const gone = { ...bruno, deletedAt };
  const server = { 'GET /users/deleted': [gone], 'GET /holds': [hold] };

  async function openDeleted(answers: Record<string, unknown> = {}): Promise<void> {
    serve({ ...server, ...answers });
    show(<AdminUsersPage />);
    await press('Eliminados');
    await screen.findByText(bruno.email);
  }

  it('are erased once the e-mail is typed; a refusal stands under the field, and what was typed stays', async () => {
    const answers = [refusal(409, 'Se conserva por requerimiento.'), { messages: true }];
    await openDeleted({ 'POST /users/bruno/erase': () => answers.shift() });
    expect(screen.getByText('Se conserva')).toBeTruthy();
    await chooseFrom(`Opciones de ${bruno.email}`, ERASE);
    const messages = await screen.findByLabelText('Borrar también sus mensajes');
    await user.click(messages);
    const field = await confirm('Escribe su correo para confirmar', bruno.email);
    await screen.findByText('Se conserva por requerimiento.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect([field.value, messages.getAttribute('aria-checked')]).toEqual([bruno.email, 'true']);
    await user.type(field, '{Enter}');
    await waitFor(() => expect(announced()).toBe('Persona borrada definitivamente'));
    expect(bodyOf('POST /users/bruno/erase')).toEqual({ email: bruno.email, messages: true });
  });

  it('have their data downloaded and are held in the same list, by supervisors alone', async () => {
    await openDeleted();
    await chooseFrom(`Opciones de ${bruno.email}`, 'Descargar datos');
    await screen.findByText('Preparar la descarga');
    await user.keyboard('{Escape}');
    await chooseFrom(`Opciones de ${bruno.email}`, HOLD);
    await screen.findByLabelText('Motivo');
    cleanup();
    setCurrentUser({ ...elena, supervisor: false });
    await openDeleted();
    await pressIcon(`Opciones de ${bruno.email}`);
    await screen.findByText(ERASE);
    expect(screen.queryByText(HOLD)).toBeNull();
    expect(screen.queryByText('Se conserva')).toBeNull();
    expect(calls.map(({ route }) => route)).not.toContain('GET /holds');
  });
});

describe('deleted groups', () => {
  it('have their content erased once the name is typed', async () => {
    const answers = [refusal(422, 'No', { name: ['No es el nombre de este grupo'] }), null];
    serve({
      'GET /groups/deleted': [{ uuid: 'obra', name: 'Obra antigua', deletedAt }],
      'DELETE /groups/obra/content': () => answers.shift(),
    });
    show(<AdminGroupsPage />);
    await press('Eliminados');
    await chooseFrom('Opciones de Obra antigua', ERASE);
    const field = await confirm('Escribe su nombre para confirmar', 'Otra obra');
    await screen.findByText('No es el nombre de este grupo');
    expect(field.value).toBe('Otra obra');
    await confirm('Escribe su nombre para confirmar', 'Obra antigua');
    await waitFor(() => expect(announced()).toBe('Grupo borrado definitivamente'));
    expect(bodyOf('DELETE /groups/obra/content')).toEqual({ name: 'Obra antigua' });
  });

  it('are offered to no group manager', async () => {
    setCurrentUser({ ...ana, role: 'GROUP_MANAGER' });
    serve();
    show(<AdminGroupsPage />);
    await screen.findByText('Grupos', { selector: 'h1' });
    expect(screen.queryByText('Eliminados')).toBeNull();
  });
});

describe('a hold', () => {
  it('of a person takes a reason, counts its characters, and keeps it when it is refused', async () => {
    const answers = [refusal(503, 'La base de datos no responde'), { hold: true }];
    serve({
      'GET /users/search': [bruno],
      'PUT /users/bruno/hold': () => answers.shift(),
    });
    show(<AdminUsersPage />);
    await chooseFrom('Opciones', HOLD);
    const reason = await fill('Motivo', 'Corto');
    screen.getByText(/^5 de 500 caracteres/);
    await press('Conservar');
    await screen.findByText('El motivo debe tener entre 10 y 500 caracteres');
    await fill('Motivo', REASON);
    await press('Conservar');
    await waitFor(() => expect(announced()).toBe('La base de datos no responde'));
    expect(reason.value).toBe(REASON);
    await press('Conservar');
    await waitFor(() => expect(announced()).toBe('Se conserva por requerimiento'));
    expect(bodyOf('PUT /users/bruno/hold')).toEqual({ hold: true, reason: REASON });
  });
});
