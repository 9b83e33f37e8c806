import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setCurrentUser } from '../shared/session.ts';
import { ana, bruno, buildEntry, chatId, groupId } from '../test/builders.ts';
import { answerMedia } from '../test/fakes.ts';
import { say, showLive } from '../test/live.tsx';
import { calls, serve, user } from '../test/show.tsx';
import { UserGroupsChatPage } from './user-groups-chat.page.tsx';

const LINE = 'Esta persona no tiene acceso ahora: no leerá lo que escribas hasta que lo recupere.';
const carla = { uuid: 'carla', email: 'carla@empresa.local' };
const list = `GET /groups/${groupId}/chats`;
const inHours = { outside: false, until: null };
const groupChatId = 'chat-ventas';
const group = buildEntry({
  uuid: groupChatId,
  chatUuid: groupChatId,
  chatType: 'GROUP',
  email: '',
  hash: 'hash-ventas',
});
const people = [
  buildEntry(),
  buildEntry({ ...carla, chatUuid: 'chat-carla', hash: 'hash-carla', blocked: true }),
];

/** An administrator does it; the server tells the page. */
const setBlocked = (userId: string, blocked: boolean) =>
  say('standing:changed', { userId, blocked });
const openEntry = async (name: string) => user.click(await screen.findByText(name));

beforeEach(() => {
  localStorage.clear();
  answerMedia(true);
  setCurrentUser(ana);
  serve({
    [list]: [group, ...people],
    [`GET /chats/${groupChatId}/participants`]: [ana, bruno, carla],
    [`GET /chats/${chatId}/availability`]: inHours,
    'GET /chats/chat-carla/availability': inHours,
  });
  showLive(<UserGroupsChatPage path={`/groups/${groupId}`} />);
});
afterEach(cleanup);

describe('who is blocked', () => {
  it('is said to read nothing above the box of their direct chat, at once on both changes', async () => {
    await openEntry(carla.email);
    await screen.findByText(LINE);
    const asked = calls.length;
    setBlocked(carla.uuid, false);
    await waitFor(() => expect(screen.queryByText(LINE)).toBeNull());
    setBlocked(carla.uuid, true);
    await screen.findByText(LINE);
    expect(calls.slice(asked).map(({ route }) => route)).not.toContain(list);
    await openEntry(bruno.email);
    await waitFor(() => expect(screen.queryByText(LINE)).toBeNull());
    setBlocked(bruno.uuid, true);
    await screen.findByText(LINE);
  });

  it('is not offered behind an @, while and after the list is open', async () => {
    const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
    await openEntry('General');
    const box = await screen.findByLabelText<HTMLTextAreaElement>('Escribe un mensaje');
    fireEvent.change(box, { target: { value: '@' } });
    await waitFor(() => expect(offered()).toEqual([bruno.email]));
    setBlocked(carla.uuid, false);
    await waitFor(() => expect(offered()).toEqual([bruno.email, carla.email]));
    setBlocked(bruno.uuid, true);
    await waitFor(() => expect(offered()).toEqual([carla.email]));
  });
});
