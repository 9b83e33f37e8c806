import type { Chat } from '@chat/contract/chats';
import type { Hold } from '@chat/contract/holds';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../shared/session.ts';
import { socket } from '../shared/socket.ts';
import { useNotification } from '../shared/toast/notify.ts';
import { ana, bruno, chatId, hash } from '../test/builders.ts';
import { answerMedia } from '../test/fakes.ts';
import { bodyOf, calls, fill, press, pressIcon, serve, show, user } from '../test/show.tsx';
import { AdminChatsPage } from './admin-chats.page.tsx';

const OFF = 'La supervisión de conversaciones está desactivada';
const HOLD = 'Conservar por requerimiento';
const ENDED = 'La conversación se ha cerrado. Para leerla otra vez, ábrela con un motivo.';
const REASON = 'Requerimiento del juzgado 3/2026';
const SUPERVISIONS = `/chats/${chatId}/supervisions`;

const elena = { ...ana, isAdmin: true, role: 'ADMIN' as const, supervisor: true };
const chat: Chat = {
  id: 1,
  uuid: chatId,
  type: 'DIRECT',
  hash,
  group: { id: 1, uuid: 'ventas', name: 'Ventas' },
  users: [
    { id: 1, uuid: 'carla', email: 'carla@empresa.local', deletedAt: null },
    { id: 2, ...bruno, deletedAt: null },
  ],
  lastMessage: null,
  supervision: null,
};
const hold: Hold = {
  chatId,
  userId: null,
  name: 'carla / bruno',
  reason: REASON,
  since: '2026-11-21T10:00:00.000Z',
  by: elena.email,
};

function open(supervision: 'on' | 'reason' | 'off', answers: Record<string, unknown> = {}): void {
  setCurrentUser({ ...elena, supervision });
  serve({ 'GET /chats': [chat], [`GET /chats/${chatId}`]: chat, ...answers });
  show(<AdminChatsPage />);
}

const inForce = { reason: REASON, expiresAt: '2026-11-21T11:30:00.000Z' };

/** Where a reason is in force from its beginning to its end. */
function openForReasons(): void {
  let now = chat;
  open('reason', {
    'GET /chats': () => [now],
    [`GET /chats/${chatId}`]: () => now,
    [`POST ${SUPERVISIONS}`]: () => {
      now = { ...chat, supervision: inForce };
      return inForce;
    },
    [`DELETE ${SUPERVISIONS}`]: () => {
      now = chat;
      return null;
    },
  });
}

const openConversation = async () => user.click(await screen.findByText('carla@empresa.local'));
const announced = () => useNotification.getState().current?.message;
const asked = () => calls.map(({ route }) => route);

beforeEach(() => {
  useNotification.setState({ current: null });
  localStorage.clear();
  answerMedia(true);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('opens with a reason where one is asked for, and closes by its button and from elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:30:00.000Z') });
  openForReasons();
  await openConversation();
  await screen.findByText(/^«carla@empresa.local \/ bruno@empresa.local» se abre para ti/);
  await fill('Motivo', 'Corto');
  screen.getByText(/^5 de 500 caracteres/);
  await press('Abrir conversación');
  await screen.findByText('El motivo debe tener entre 10 y 500 caracteres');
  expect(asked()).not.toContain(`POST ${SUPERVISIONS}`);
  await fill('Motivo', REASON);
  await press('Abrir conversación');
  await screen.findByText(/^Abierta hasta las \d\d:30/);
  expect(bodyOf(`POST ${SUPERVISIONS}`)).toEqual({ reason: REASON });
  await pressIcon('Cerrar conversación');
  await waitFor(() => expect(screen.queryByText(/^Abierta hasta/)).toBeNull());
  expect(asked()).toContain(`DELETE ${SUPERVISIONS}`);
  expect(document.activeElement?.textContent).toContain('carla@empresa.local');
  expect(announced()).not.toBe(ENDED);

  await openConversation();
  await fill('Motivo', REASON);
  await press('Abrir conversación');
  await screen.findByText(/^Abierta hasta/);
  await pressIcon(HOLD);
  const written = await fill('Motivo', 'Lo que se escribe mientras');
  act(() => {
    for (const listener of socket.listeners('supervision:ended')) listener({ chatId });
  });
  expect(screen.queryByText(/^Abierta hasta/)).toBeNull();
  expect(announced()).toBe(ENDED);
  expect(written.isConnected && written.value).toBe('Lo que se escribe mientras');
});

it('leaves a conversation whose reason has ended since the list was read', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:30:00.000Z') });
  open('reason', { 'GET /chats': [{ ...chat, supervision: inForce }] });
  await openConversation();
  await waitFor(() => expect(announced()).toBe(ENDED));
  expect(screen.queryByText(/^Abierta hasta/)).toBeNull();
});

it('with supervision off lists nothing, and has the notice, the audit and the holds', async () => {
  open('off');
  screen.getByText(OFF);
  for (const tool of ['Aviso de privacidad', 'Lo que se conserva', 'Registro de auditoría'])
    screen.getByLabelText(tool);
  expect(screen.queryByLabelText('Conversaciones')).toBeNull();
  expect(asked()).toEqual([]);
});

it('of an administrator who does not supervise says the same, and nothing of holds', () => {
  setCurrentUser({ ...elena, supervision: 'on', supervisor: false });
  serve();
  show(<AdminChatsPage />);
  screen.getByText(OFF);
  screen.getByLabelText('Registro de auditoría');
  expect(screen.queryByLabelText('Lo que se conserva')).toBeNull();
  expect(asked()).toEqual([]);
});

it('has a conversation held, and exported, from its header', async () => {
  open('on');
  await openConversation();
  await pressIcon(HOLD);
  await fill('Motivo', REASON);
  await press('Conservar');
  await waitFor(() => expect(screen.queryByLabelText('Motivo')).toBeNull());
  expect(bodyOf(`PUT /chats/${chatId}/hold`)).toEqual({ hold: true, reason: REASON });
  await pressIcon('Exportar conversación');
  await press('Preparar la descarga');
  await waitFor(() => expect(asked()).toContain(`POST /chats/${chatId}/exports`));
});

it('lists the holds, where a reason is changed, and a hold ended after a question', async () => {
  let holds = [hold];
  open('on', { 'GET /chats': [], 'GET /holds': () => holds });
  await pressIcon('Lo que se conserva');
  const entry = (await screen.findByText(REASON)).closest('li');
  expect(entry?.textContent).toMatch(/carla \/ bruno.*Se conserva desde: .*por ana@empresa\.local/);
  await pressIcon('Cambiar: carla / bruno');
  const reason = await screen.findByLabelText<HTMLTextAreaElement>('Motivo');
  expect(reason.value).toBe(REASON);
  await fill('Motivo', 'Otro motivo bien largo');
  await press('Guardar motivo');
  await waitFor(() => expect(screen.queryByLabelText('Motivo')).toBeNull());
  expect(bodyOf(`PUT /chats/${chatId}/hold`)).toEqual({
    hold: true,
    reason: 'Otro motivo bien largo',
  });
  await pressIcon('Cambiar: carla / bruno');
  await press('Dejar de conservar');
  await screen.findByText('¿Dejar de conservar?');
  holds = [];
  const [, confirm] = screen.getAllByText('Dejar de conservar', { selector: 'button' });
  if (confirm) await user.click(confirm);
  await screen.findByText('No se conserva nada por requerimiento');
  expect(bodyOf(`PUT /chats/${chatId}/hold`)).toEqual({ hold: false });
});

it('tells a deleted person from whoever has the e-mail now, in the list and above the chat', async () => {
  const users = chat.users.map((one) => ({ ...one, deletedAt: '2026-11-21T10:00:00.000Z' }));
  const before = { ...chat, uuid: 'antes', hash: 'hash-antes', users };
  open('on', { 'GET /chats': [chat, before], 'GET /chats/antes': before });
  const [listed, ...others] = await screen.findAllByText('carla@empresa.local (eliminado)');
  expect(others).toEqual([]);
  if (listed) await user.click(listed);
  const heading = await screen.findByText('carla@empresa.local', { selector: 'h1 *' });
  expect(heading.closest('h1')?.textContent).toBe(
    `carla@empresa.local (eliminado) / ${bruno.email} (eliminado)`,
  );
});
