import { beforeEach, expect, it, vi } from 'vitest';
import { LOGIN_KEY } from '../shared/persist.ts';
import { rememberEntry, rememberGroup } from '../shared/selected-entry.ts';
import { bruno, buildEntry } from '../test/builders.ts';
import { answerMedia } from '../test/fakes.ts';

const list = [
  buildEntry({ uuid: 'grupo', chatType: 'GROUP', chatUuid: 'chat-grupo' }),
  buildEntry({ chatUuid: 'chat-bruno' }),
];

const asked: string[] = [];

/** Runs the script as a group's page does; returns its requests to the server. */
async function runScript(isSplit: boolean): Promise<string[]> {
  answerMedia(isSplit);
  await import('./chat-ahead.ts');
  await Promise.all(Object.values(window.prefetched ?? {}).map(({ answer }) => answer));
  return asked;
}

const always = ['/api/users/me', '/api/groups/grupo/chats', '/api/groups/me'];

beforeEach(() => {
  vi.resetModules();
  delete window.prefetched;
  asked.length = 0;
  localStorage.clear();
  localStorage.setItem(LOGIN_KEY, JSON.stringify({ accessToken: 'secreto' }));
  window.history.replaceState(null, '', '/groups/grupo');
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ content: list });
  });
});

it('asks for the messages of the group’s own chat where they stand beside the list', async () => {
  expect(await runScript(true)).toEqual([...always, '/api/chats/chat-grupo/messages']);
});

it('asks for no messages on a phone, which opens with the list alone', async () => {
  expect(await runScript(false)).toEqual(always);
});

it('asks for the messages of the chat that was open before a reload', async () => {
  rememberEntry({ uuid: bruno.uuid, chatType: 'DIRECT' });
  expect(await runScript(false)).toEqual([...always, '/api/chats/chat-bruno/messages']);
});

it('asks for no messages on a phone when the chat that is open is one of another group', async () => {
  rememberGroup('otro');
  rememberEntry({ uuid: bruno.uuid, chatType: 'DIRECT' });
  expect(await runScript(false)).toEqual(always);
});

it('asks for nothing of the chat while its user must do something first', async () => {
  localStorage.setItem(
    LOGIN_KEY,
    JSON.stringify({ accessToken: 'secreto', required: 'TWO_STEPS' }),
  );
  expect(await runScript(true)).toEqual(['/api/users/me']);
});

it('asks for nothing when nobody is signed in', async () => {
  localStorage.clear();
  expect(await runScript(true)).toEqual([]);
  expect(window.prefetched).toBeUndefined();
});
