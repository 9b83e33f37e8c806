import { getChat, getDirectChat, listChatParticipants } from '@chat/contract/chats';
import { PEOPLE } from '../busy-company.ts';
import { fetchFile } from '../files.ts';
import type { HotCall } from './hot-call.ts';

/** Signing in, and opening chats and files. */
export const visits: HotCall[] = [
  {
    name: 'a session that is not remembered',
    rows: 2,
    of: /from sessions s/,
    act: ({ unknown, small }) => unknown.call(getChat, { params: { chatId: small } }),
  },
  { name: 'signing in', rows: 1, act: ({ app }) => app.signIn('ana') },
  { name: 'who comes back', rows: PEOPLE, act: async ({ ana }) => (await ana.connect()).close() },
  {
    name: 'a chat',
    rows: 2,
    act: ({ ana, small }) => ana.call(getChat, { params: { chatId: small } }),
  },
  {
    name: 'a direct chat of a person',
    rows: 2,
    act: ({ ana, bruno, ventas }) =>
      ana.call(getDirectChat, { params: { userId: bruno.uuid, groupId: ventas.uuid } }),
  },
  {
    name: 'the participants of a chat',
    rows: 2,
    act: ({ ana, small }) => ana.call(listChatParticipants, { params: { chatId: small } }),
  },
  { name: 'a file', rows: 1, act: ({ ana, file }) => fetchFile(ana, `/api/files/${file}`) },
];
