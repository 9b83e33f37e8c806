import { listGroupChats } from '@chat/contract/chats/chats.routes';
import { Client } from '../client.ts';
import { connectSocket, type LiveClient } from '../socket-client.ts';

/** What one person does to the server as fast as it lets them. */
export interface Flood {
  url: string;
  token: string;
  userId: string;
  typing?: { sockets: number; each: number; chatId: string };
  lists?: { atOnce: number; groupId: string };
}

const { url, token, userId, typing, lists } = JSON.parse(process.argv[2] ?? '') as Flood;
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

if (typing) {
  const connecting = Array.from({ length: typing.sockets }, () =>
    connectSocket(url, { token, userId }),
  );
  for (const socket of await Promise.all(connecting)) void typeForEver(socket, typing);
}
if (lists) for (let i = 0; i < lists.atOnce; i++) void listForEver(lists);
console.log('begun');
