import { listGroupChats } from '@chat/contract/chats/chats.routes';
import { Client } from '../client.ts';
import { openPolling } from '../open-polling.ts';
import { connectSocket, type LiveClient } from '../socket-client.ts';

/** What one person does to the server as fast as it lets them. */
export interface Flood {
  url: string;
  token: string;
  userId: string;
  typing?: { sockets: number; each: number; chatId: string };
  lists?: { atOnce: number; groupId: string };
  /** Bodies of a long-polling connection, each with so many signals. */
  polls?: { connections: number; each: number };
}

const { url, token, userId, typing, lists, polls }: Flood = JSON.parse(process.argv[2] ?? '');
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

if (typing) {
  const connecting = Array.from({ length: typing.sockets }, () =>
    connectSocket(url, { token, userId }),
  );
  for (const socket of await Promise.all(connecting)) void typeForEver(socket, typing);
}
if (lists) for (let i = 0; i < lists.atOnce; i++) void listForEver(lists);
if (polls) for (let i = 0; i < polls.connections; i++) void pollForEver(polls.each);
console.log('begun');
