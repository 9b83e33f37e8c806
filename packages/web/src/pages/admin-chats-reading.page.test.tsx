import type { Chat, LastMessage } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { followLayers } from '../shared/layers.ts';
import { readStep } from '../shared/navigation.ts';
import { setCurrentUser } from '../shared/session.ts';
import { useNotification } from '../shared/toast/notify.ts';
import { ana, bruno, buildMessage, chatId, hash } from '../test/builders.ts';
import { answerMedia } from '../test/fakes.ts';
import { say, showLive } from '../test/live.tsx';
import { calls, fill, press, refusal, serve, user } from '../test/show.tsx';
import { AdminChatsPage } from './admin-chats.page.tsx';

const CARLA = 'carla@empresa.local';
const DIEGO = 'diego@empresa.local';
const SAID = 'mensaje 1';
const messageRoute = `/chats/${chatId}/messages`;
const deletion = `DELETE ${messageRoute}/${buildMessage(1).uuid}`;

const people = [CARLA, bruno.email, DIEGO].map((email, id) => ({
  id,
  uuid: email,
  email,
  deletedAt: null,
}));
const direct: Chat = {
  id: 1,
  uuid: chatId,
  type: 'DIRECT',
  hash,
  group: { id: 1, uuid: 'ventas', name: 'Ventas' },
  users: people.slice(0, 2),
  lastMessage: null,
  supervision: null,
};
const ofGroup: Chat = { ...direct, uuid: 'grupo', type: 'GROUP', hash: 'grupo', users: people };
let messages: Message[];
let group: Chat;

const lastOf = (message: Message | undefined): LastMessage | null => message ?? null;

/** The direct chat, and that of the group, which ends with a file. */
function open(answers: Record<string, unknown> = {}): void {
  const chats = () => [{ ...direct, lastMessage: lastOf(messages.at(-1)) }, group];
  const isFoundBy = (search: string) => (chat: Chat) =>
    chat.users.some(({ email }) => email.includes(search));
  serve({
    'GET /chats': (query: URLSearchParams) => chats().filter(isFoundBy(query.get('search') ?? '')),
    [`GET /chats/${chatId}`]: direct,
    'GET /chats/grupo': () => group,
    [`GET ${messageRoute}`]: (query: URLSearchParams) =>
      query.has('before') || query.has('after') ? [] : messages,
    ...answers,
  });
  showLive(<AdminChatsPage />);
}

beforeAll(followLayers);
beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/admin/chats');
  answerMedia(true);
  setCurrentUser({ ...ana, isAdmin: true, role: 'ADMIN', supervisor: true, supervision: 'on' });
  useNotification.setState({ current: null });
  messages = [buildMessage(1), buildMessage(2, { senderId: 'carla', senderEmail: CARLA })];
  const plan = buildMessage(9, { type: 'FILE', content: '', fileName: 'plan.pdf' });
  group = { ...ofGroup, lastMessage: lastOf({ ...plan, status: 'SEEN' }) };
});
afterEach(cleanup);

const announced = () => useNotification.getState().current?.message;
const asked = () => calls.map(({ route }) => route);
const listed = () => [...document.querySelectorAll<HTMLElement>('[aria-label=Conversaciones] li')];
const entry = (place = 0) => within(required(listed()[place], 'entry'));
const message = async (text: string) =>
  within(
    required(
      (await screen.findByText(text, { selector: 'article *' })).closest('article'),
      'message',
    ),
  );

const isShown = (text: string) => screen.queryByText(text, { selector: 'article *' }) !== null;

async function openDirect(): Promise<void> {
  await waitFor(() => expect(listed()).toHaveLength(2));
  await user.click(entry().getByText('Ventas'));
  await message(SAID);
}

async function askToDelete(): Promise<void> {
  await user.click((await message(SAID)).getByLabelText('Eliminar mensaje'));
  await screen.findByText('¿Eliminar mensaje?');
}

it('titles a conversation by its kind, with faces, the last message and its status', async () => {
  open();
  await waitFor(() => expect(listed()).toHaveLength(2));
  const [first, second] = listed().map(({ textContent }) => textContent);
  expect(first).toMatch(/^CABR.*carla@empresa\.local \/ bruno@empresa\.local.*mensaje 2/);
  entry().getByLabelText('Enviado');
  expect(second).toMatch(/^CABRDI.*CHAT GRUPAL.*Ventas.*Archivo: plan\.pdf/);
  entry(1).getByLabelText('Visto');
});

it('shows the ticks of every message, and how they move on, in the list as well', async () => {
  open();
  await openDirect();
  const ticks = async (name: string) => {
    (await message(SAID)).getByLabelText(name);
    (await message('mensaje 2')).getByLabelText(name);
    entry().getByLabelText(name);
  };
  await ticks('Enviado');
  const receipt = { chatId, receiverId: 'carla', senderId: bruno.uuid, upToSeq: 2 };
  const other = { ...receipt, receiverId: bruno.uuid, senderId: 'carla' };
  for (const each of [receipt, other]) say('message:delivered', each);
  await ticks('Entregado');
  say('message:seen', receipt);
  (await message(SAID)).getByLabelText('Visto');
  (await message('mensaje 2')).getByLabelText('Entregado');
  say('message:seen', other);
  await ticks('Visto');
});

it('deletes a message once that is confirmed', async () => {
  open();
  await openDirect();
  await askToDelete();
  await press('Cancelar');
  await waitFor(() => expect(screen.queryByText('¿Eliminar mensaje?')).toBeNull());
  expect(asked()).not.toContain(deletion);
  await askToDelete();
  await press('Eliminar');
  await waitFor(() => expect(announced()).toBe('Mensaje eliminado correctamente.'));
  expect(asked()).toContain(deletion);
  say('message:deleted', { chatId, messageId: buildMessage(1).uuid });
  await waitFor(() => expect(isShown(SAID)).toBe(false));
});

it('says that a message could not be deleted', async () => {
  open({ [deletion]: refusal(500, '') });
  await openDirect();
  await askToDelete();
  await press('Eliminar');
  await waitFor(() => expect(announced()).toBe('Ocurrió un error al eliminar el mensaje.'));
  await message(SAID);
});

it('on a phone the way back leads from the conversation to the list', async () => {
  answerMedia(false);
  open();
  await openDirect();
  expect(listed()).toEqual([]);
  await waitFor(() => expect(readStep().isConversation).toBe(true));
  await act(async () => window.history.back());
  await waitFor(() => expect(listed()).toHaveLength(2));
  expect(isShown(SAID)).toBe(false);
  expect(window.location.pathname).toBe('/admin/chats');
});

it('narrows the list by an e-mail, which the server looks for', async () => {
  open();
  await waitFor(() => expect(listed()).toHaveLength(2));
  await fill('Buscar por email', 'diego');
  await waitFor(() => expect(listed()).toHaveLength(1));
  entry().getByText('CHAT GRUPAL');
});

it("follows a group's chat when that is renamed, and leaves it when it goes", async () => {
  let isThere = true;
  open({ 'GET /chats/grupo': () => (isThere ? group : refusal(404, '')) });
  await waitFor(() => expect(listed()).toHaveLength(2));
  await user.click(entry(1).getByText('CHAT GRUPAL'));
  await screen.findByText('CHAT GRUPAL', { selector: 'h1' });
  group = { ...group, group: { id: 1, uuid: 'ventas', name: 'Ventas y más' } };
  say('group:changed', { groupId: 'ventas' });
  await waitFor(() => expect(screen.getAllByText('Ventas y más')).toHaveLength(2));
  isThere = false;
  say('group:changed', { groupId: 'ventas' });
  await waitFor(() => expect(document.querySelector('[role=log]')).toBeNull());
});
