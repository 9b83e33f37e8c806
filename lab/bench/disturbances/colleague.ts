import { randomUUID } from 'node:crypto';
import { listGroupChats } from '@chat/contract/chats';
import { sendText } from '../../../packages/server/test/cast.ts';
import { Client } from '../../../packages/server/test/client.ts';
import { sendFile } from '../../../packages/server/test/files.ts';
import { openPolling } from '../../../packages/server/test/open-polling.ts';
import { connectSocket, type LiveClient } from '../../../packages/server/test/socket-client.ts';

/** One person's calls and signals, as fast as the server allows. */
export interface Flood {
  url: string;
  token: string;
  userId: string;
  typing?: { sockets: number; each: number; chatId: string };
  lists?: { atOnce: number; groupId: string };
  /** Bodies of a long-polling connection, each with so many signals. */
  polls?: { connections: number; each: number };
  /** Messages, edits of one message, and files of `fileSize` bytes; `atOnce` of them are in flight at once. */
  sends?: { atOnce: number; chatId: string; fileSize: number };
}

const { url, token, userId, typing, lists, polls, sends }: Flood = JSON.parse(
  process.argv[2] ?? '',
);
const ANSWER_MS = 60_000;

async function typeForEver({ socket }: LiveClient, { each, chatId }: NonNullable<typeof typing>) {
  for (;;) {
    const wave = Array.from({ length: each }, () =>
      socket.timeout(ANSWER_MS).emitWithAck('typing', { chatId }),
    );
    await Promise.allSettled(wave);
  }
}

async function listForEver({ groupId }: NonNullable<typeof lists>) {
  const client = Object.assign(new Client(url), { token });
  for (;;) await client.call(listGroupChats, { params: { groupId } });
}

async function pollForEver(each: number) {
  const signals = Array(each).fill('42["typing",{}]').join('\x1e');
  for (;;) {
    const path = await openPolling(url);
    const post = (body: string) => fetch(path, { method: 'POST', body });
    let { ok } = await post(`40${JSON.stringify({ token })}`);
    await (await fetch(path)).text();
    while (ok) ({ ok } = await post(signals));
  }
}

async function sendForEver({ chatId, fileSize }: NonNullable<typeof sends>, n: number) {
  const client = Object.assign(new Client(url), { token });
  const file = { bytes: Buffer.alloc(fileSize) };
  const [first] = (await sendText(client, chatId, 'La mía')).content ?? [];
  const edit = (content: string) =>
    client.request('PUT', `/chats/messages/${first?.uuid}`, { content });
  for (let i = 0; ; i++) {
    if (n % 4 === 0) await sendFile(client, chatId, file);
    else if (n % 4 === 1) await edit(`${i} ${'x'.repeat(9_000)}`);
    else await sendText(client, chatId, 'x'.repeat(9_000), randomUUID());
  }
}

if (typing) {
  const connecting = Array.from({ length: typing.sockets }, () =>
    connectSocket(url, { token, userId }),
  );
  for (const socket of await Promise.all(connecting)) void typeForEver(socket, typing);
}
if (lists) for (let i = 0; i < lists.atOnce; i++) void listForEver(lists);
if (polls) for (let i = 0; i < polls.connections; i++) void pollForEver(polls.each);
if (sends) for (let i = 0; i < sends.atOnce; i++) void sendForEver(sends, i);
console.log('begun');
