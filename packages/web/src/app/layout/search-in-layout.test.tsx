import type { Chat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import type { FoundMessage } from '@chat/contract/search';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { forgetSearch } from '../../features/search/search-view.ts';
import { followLayers } from '../../shared/layers.ts';
import { goTo, readStep } from '../../shared/navigation.ts';
import { queryClient } from '../../shared/query-client.ts';
import { setCurrentUser, startSession } from '../../shared/session.ts';
import { socket } from '../../shared/socket.ts';
import {
  ana,
  bruno,
  buildEntry,
  buildMessage,
  buildOwnGroup,
  chatId,
  groupId,
  hash,
} from '../../test/builders.ts';
import { answerMedia } from '../../test/fakes.ts';
import { listen, say } from '../../test/live.tsx';
import { pressIcon, serve, user } from '../../test/show.tsx';
import { App } from '../app.tsx';
import { follow, followAddress } from '../follow.ts';

const SEARCH = 'Buscar mensajes';
const elena = { ...ana, isAdmin: true, role: 'ADMIN' as const };

const found = [2, 1].map((seq): FoundMessage => {
  const chat = { uuid: chatId, chatType: 'DIRECT' as const, groupUuid: groupId };
  return {
    message: buildMessage(seq),
    chat: { ...chat, groupName: 'Ventas', counterpartEmail: bruno.email },
    snippet: [
      { text: 'mensaje', hit: true },
      { text: ` ${seq}`, hit: false },
    ],
  };
});
const general = buildEntry({
  uuid: 'general',
  chatType: 'GROUP',
  email: '',
  chatUuid: 'general',
  hash: 'hash-general',
});
const users = ['carla@empresa.local', bruno.email];
const watched: Chat = {
  id: 1,
  uuid: chatId,
  type: 'DIRECT',
  hash,
  group: { id: 1, uuid: groupId, name: 'Ventas' },
  users: users.map((email, id) => ({ id, uuid: email, email, deletedAt: null })),
  lastMessage: null,
  supervision: null,
};
let searches: Record<string, string>[];

/** A server with the two messages, which are found whatever is asked for. */
function serveSearch(): void {
  searches = [];
  const find = (query: URLSearchParams) => {
    searches.push(Object.fromEntries(query));
    return found;
  };
  serve({
    'GET /groups/me': [buildOwnGroup()],
    [`GET /groups/${groupId}/chats`]: [general, buildEntry()],
    [`GET /chats/${chatId}/availability`]: { outside: false, until: null },
    [`GET /chats/${chatId}/messages`]: (query: URLSearchParams) =>
      query.has('before') || query.has('after') ? [] : [buildMessage(1), buildMessage(2)],
    'GET /search/messages': find,
    'GET /chats/search': () =>
      find(new URLSearchParams()).map(({ chat: { counterpartEmail: _, ...chat }, ...rest }) => ({
        ...rest,
        chat: { ...chat, users: watched.users },
      })),
    'GET /chats': [watched],
    [`GET /chats/${chatId}`]: watched,
  });
}

/** The whole page of a person at an address; there is room for the panel beside it unless said otherwise. */
async function open(path: string, { isRoomy = true, person = ana } = {}): Promise<void> {
  answerMedia(isRoomy);
  serveSearch();
  startSession({ accessToken: 'secreto', user: person });
  setCurrentUser({ ...person, supervision: 'on', supervisor: person.isAdmin });
  window.history.replaceState(null, '', path);
  listen();
  render(<App />);
  await act(follow);
  await screen.findByLabelText('Conversaciones');
}

beforeAll(() => {
  followLayers();
  followAddress();
});
beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  forgetSearch();
  vi.spyOn(socket, 'connect').mockReturnValue(socket);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const ventas = `/groups/${groupId}`;
const panel = (name = SEARCH) =>
  screen.queryByLabelText(name, { selector: 'section:not([inert])' });
const field = () => screen.getByLabelText<HTMLInputElement>(SEARCH, { selector: 'input' });
const hasFocus = (element: Element | null) =>
  waitFor(() => expect(document.activeElement).toBe(element));
const results = () => [...document.querySelectorAll<HTMLElement>('[data-results] button')];
const result = (place: number) => required(results()[place], 'result');
const heading = (name: string) => screen.findByText(name, { selector: 'h1, h1 *' });
const goBack = () => act(async () => window.history.back());
const openPanel = () => user.click(screen.getByLabelText(SEARCH, { selector: 'button' }));

async function search(text: string): Promise<void> {
  await user.type(field(), `${text}{Enter}`);
  await waitFor(() => expect(results()).toHaveLength(2));
}

it('opens from the top bar and by its keys, stays beside the chats that it opens, and goes by the way back', async () => {
  await open(ventas);
  await openPanel();
  await hasFocus(field());
  await pressIcon('Cerrar búsqueda');
  expect(panel()).toBeNull();
  fireEvent.keyDown(window, { key: 'F', ctrlKey: true, shiftKey: true });
  await hasFocus(field());
  await search('mensaje');

  expect(result(0).textContent).toMatch(/^bruno@empresa\.local.*bruno@empresa\.local.*Ventas/);
  expect(result(0).querySelector('time')).not.toBeNull();
  expect(result(0).querySelector('mark')?.textContent).toBe('mensaje');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await hasFocus(result(1));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.keyboard('{Enter}');
  await heading(bruno.email);
  const highlighted = () => document.querySelector('[data-highlighted]');
  await waitFor(() => expect(highlighted()?.textContent).toContain('mensaje 1'));
  await hasFocus(highlighted());
  expect(result(1).getAttribute('aria-current')).toBe('true');
  act(() => vi.advanceTimersByTime(2_000));
  expect(highlighted()).toBeNull();
  vi.useRealTimers();

  expect(panel()).not.toBeNull();
  await user.click(screen.getByText('General'));
  await heading('Chat grupal');
  expect(panel()).not.toBeNull();
  await goBack();
  await waitFor(() => expect(panel()).toBeNull());
  expect(window.location.pathname).toBe(ventas);
});

it('is a page of its own where there is no room, and the way back leads to the results as they were left', async () => {
  await open(ventas, { isRoomy: false });
  const main = required(document.querySelector('main'), 'main');
  await openPanel();
  await waitFor(() => expect(readStep().isSearch).toBe(true));
  expect(main.inert).toBe(true);
  await search('mensaje');
  const scroller = required(document.querySelector('[data-results]')?.parentElement, 'scroller');
  scroller.scrollTop = 120;
  await user.click(result(1));
  await heading(bruno.email);
  await waitFor(() => expect(panel()).toBeNull());
  expect(main.inert).toBe(false);
  await goBack();
  await waitFor(() => expect(panel()).not.toBeNull());
  await hasFocus(result(1));
  expect(document.querySelector('[data-results]')?.parentElement).toBe(scroller);
  expect(scroller.scrollTop).toBe(120);
  await pressIcon('Volver');
  await waitFor(() => expect(panel()).toBeNull());
  await waitFor(() => expect(main.inert).toBe(false));
  await screen.findByLabelText('Conversaciones');
});

it('searches one chat alone from its header', async () => {
  await open(ventas);
  await user.click(await screen.findByText(bruno.email));
  await heading(bruno.email);
  await pressIcon('Buscar en esta conversación');
  await hasFocus(field());
  await screen.findByLabelText(`Quitar En: ${bruno.email}`);
  await search('acta');
  expect(searches.at(-1)).toMatchObject({ q: 'acta', chatId });
});

it('looks for what was typed into Ctrl+K', async () => {
  await open(ventas);
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  await screen.findByPlaceholderText('Grupo, correo o página');
  await user.keyboard('andamio');
  await screen.findByText('Buscar «andamio» en los mensajes');
  await user.keyboard('{Enter}');
  await hasFocus(field());
  expect(field().value).toBe('andamio');
  await waitFor(() => expect(results()).toHaveLength(2));
  expect(searches.at(-1)).toMatchObject({ q: 'andamio' });
});

it('loses a result whose message is deleted', async () => {
  await open(ventas);
  await openPanel();
  await search('mensaje');
  await screen.findByText('2 mensajes');
  say('message:deleted', { chatId, messageId: buildMessage(2).uuid });
  await screen.findByText('1 mensaje');
  expect(results().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('mensaje 1'),
  ]);
});

it("finds in all conversations on the page 'Chats', says that it is on record, and closes with that page", async () => {
  await open('/admin/chats', { person: elena });
  await openPanel();
  const all = 'Buscar en todas las conversaciones';
  await screen.findByText('Cada búsqueda y lo que muestra queda en el registro de auditoría.');
  expect(panel(all)).not.toBeNull();
  await search('llave');
  await user.click(result(0));
  await heading('carla@empresa.local');
  await waitFor(() =>
    expect(document.querySelector('[data-highlighted]')?.textContent).toContain('mensaje 2'),
  );
  expect(panel(all)).not.toBeNull();
  act(() => goTo('/chats/me'));
  await waitFor(() => expect(panel(all)).toBeNull());
});
