import { required } from '@chat/contract/checks';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStep } from '../shared/navigation.ts';
import { setCurrentUser } from '../shared/session.ts';
import { ana, buildEntry, chatId, groupId, hash } from '../test/builders.ts';
import { answerMedia } from '../test/fakes.ts';
import { press, pressIcon, serve, show, user } from '../test/show.tsx';
import { ChatsMePage } from './chats-me.page.tsx';
import { UserGroupsChatPage } from './user-groups-chat.page.tsx';

const LINE = 'Este chat puede ser supervisado';
const DROP = 'Suelta aquí tu archivo para enviarlo';
const direct = buildEntry();
const group = buildEntry({ uuid: chatId, chatType: 'GROUP', email: '', hash: 'hash-ventas' });

beforeEach(() => {
  localStorage.clear();
  answerMedia(true);
  serve({
    [`GET /groups/${groupId}/chats`]: [group, direct],
    [`GET /chats/${chatId}/availability`]: { outside: false, until: null },
    'GET /chats/me': { uuid: chatId, hash, type: 'PERSONAL' },
  });
});
afterEach(cleanup);

function open(supervision: 'on' | 'reason' | 'off' = 'on'): void {
  setCurrentUser({ ...ana, supervision });
  show(<UserGroupsChatPage path={`/groups/${groupId}`} />);
}

const openEntry = async (name: string) => user.click(await screen.findByText(name));

describe('that a chat may be supervised', () => {
  it.each(['on', 'reason'] as const)(
    'is said by group and direct chats: %s',
    async (supervision) => {
      open(supervision);
      await openEntry('General');
      await screen.findByText('Chat grupal', { selector: 'h1' });
      await screen.findByText(LINE);
      await openEntry(direct.email);
      await screen.findByText(direct.email, { selector: 'h1, h1 *' });
      screen.getByText(LINE);
    },
  );

  it('is said nowhere where it may not, and never in Mi chat', async () => {
    open('off');
    await openEntry(direct.email);
    await screen.findByText(direct.email, { selector: 'h1, h1 *' });
    expect(screen.queryByText(LINE)).toBeNull();
    cleanup();
    setCurrentUser({ ...ana, supervision: 'on' });
    show(<ChatsMePage />);
    await screen.findByText('Mi chat', { selector: 'h1' });
    expect(screen.queryByText(LINE)).toBeNull();
  });
});

it('a file held over the conversation is asked for, and of several, dropped or picked, the first is taken', async () => {
  open();
  await openEntry(direct.email);
  const over = await screen.findByText(direct.email, { selector: 'h1, h1 *' });
  const filesOf = (...names: string[]) => names.map((name) => new File(['hola'], name));
  const files = filesOf('uno.txt', 'dos.txt');
  const dataTransfer = { types: ['Files'], files, items: [], dropEffect: 'none' };
  fireEvent.dragOver(over, { dataTransfer: { ...dataTransfer, types: ['text/plain'] } });
  expect(screen.queryByText(DROP)).toBeNull();
  fireEvent.dragOver(over, { dataTransfer });
  screen.getByText(DROP);
  fireEvent.drop(over, { dataTransfer });
  expect(screen.queryByText(DROP)).toBeNull();
  await screen.findByText('uno.txt');
  await press('Cancelar');
  await waitFor(() => expect(screen.queryByText('uno.txt')).toBeNull());
  const picker = required(document.querySelector('input[type=file]'), 'element');
  fireEvent.change(picker, { target: { files: filesOf('tres.txt', 'cuatro.txt') } });
  await screen.findByText('tres.txt');
  for (const other of ['dos.txt', 'cuatro.txt']) expect(screen.queryByText(other)).toBeNull();
});

it('tells a deleted person from whoever has the e-mail now, in the list and above the chat', async () => {
  const deletedAt = '2026-11-21T10:00:00.000Z';
  const before = buildEntry({ uuid: 'antes', hash: 'hash-antes', active: false, deletedAt });
  serve({ [`GET /groups/${groupId}/chats`]: [direct, before] });
  open();
  const [listed, ...others] = await screen.findAllByText(/\(eliminado\)/);
  expect(others).toEqual([]);
  expect(listed?.closest('button')?.textContent).toContain(`${direct.email} (eliminado)`);
  if (listed) await user.click(listed);
  const heading = await screen.findByText(/\(eliminado\)/, { selector: 'h1 *' });
  expect(heading.closest('h1')?.textContent).toBe(`${direct.email} (eliminado)`);
});

it('on a phone the way back leads from a conversation to the list, and from there to the page before', async () => {
  answerMedia(false);
  const path = `/groups/${groupId}`;
  window.history.replaceState(null, '', '/chats/me');
  window.history.pushState(null, '', path);
  const goBack = () => act(async () => window.history.back());
  const isListed = () => screen.queryByLabelText('Conversaciones') !== null;
  const expectConversation = async () => {
    await screen.findByText(direct.email, { selector: 'h1 *' });
    await waitFor(() => expect(readStep().isConversation).toBe(true));
    expect(isListed()).toBe(false);
  };
  const expectList = async () => {
    await waitFor(() => expect(isListed()).toBe(true));
    expect(document.querySelector('[role=log]')).toBeNull();
    expect(window.location.pathname).toBe(path);
  };
  open();
  for (const leave of [goBack, () => pressIcon('Volver a la lista')]) {
    await openEntry(direct.email);
    await expectConversation();
    await leave();
    await expectList();
  }
  await openEntry(direct.email);
  await expectConversation();
  // As after a reload.
  cleanup();
  open();
  await expectConversation();
  await goBack();
  await expectList();
  await goBack();
  await waitFor(() => expect(window.location.pathname).toBe('/chats/me'));
});
