import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { listGroupChats } from '@chat/contract/chats/chats.routes';
import { createGroup, listOwnGroups } from '@chat/contract/groups/groups.routes';
import { required } from '@chat/contract/shared/required';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../test/build-app.ts';
import { groupChatOf, personForm, sendText } from '../../test/cast.ts';
import { Client } from '../../test/client.ts';
import { fillGeneral } from '../../test/colleague/fill-general.ts';
import type { Flood } from '../../test/colleague/run.ts';
import {
  type InstalledServer,
  launchModule,
  startInstalledServer,
} from '../../test/own-process.ts';

const PEOPLE = 2_000;
const SENDS = 100;
const EVERY_MS = 100;
/** On processors of the server's own. */
const LONGEST_MS = 50;

let server: InstalledServer;
let ana: Client;
let bruno: Client;
let chatId: string;
let groupId: string;
/** The slowest send while nobody floods. */
let quiet: number;

const signIn = (email: string) => new Client(server.url).signIn(email);

async function register(elena: Client, name: string): Promise<Client> {
  const email = `${name}@empresa.local`;
  await elena.request('POST', '/users', personForm(email));
  return signIn(email);
}

beforeAll(async () => {
  server = await startInstalledServer({}, (db) => fillGeneral(db, PEOPLE));
  const elena = await signIn(ADMINISTRATOR);
  ana = await register(elena, 'ana');
  bruno = await register(elena, 'bruno');
  const body = { name: 'Ventas', userUuids: [ana.uuid, bruno.uuid] };
  chatId = await groupChatOf(ana, (await elena.call(createGroup, { body })).content);
  const { content } = await ana.call(listOwnGroups, {});
  groupId = required(
    content.find(({ name }) => name === 'GENERAL'),
    'such one',
  ).uuid;
  // The first ones of a server find nothing prepared.
  for (let n = 0; n < 10; n++) await bruno.call(listGroupChats, { params: { groupId } });
  await slowestSend(20);
  quiet = await slowestSend();
}, 120_000);
afterAll(() => server.stop());

async function timeOfSend(): Promise<number> {
  const begun = performance.now();
  const { status } = await sendText(bruno, chatId, 'Hola', randomUUID());
  expect(status).toBe(201);
  return performance.now() - begun;
}

/** Of sends that begin every 100 ms, whether or not the last are answered: the slowest but five of a hundred. */
async function slowestSend(count = SENDS): Promise<number> {
  const times: Promise<number>[] = [];
  for (let n = 0; n < count; n++) {
    times.push(timeOfSend());
    // The rate of what is measured, not a wait for something to happen.
    await pause(EVERY_MS);
  }
  const sorted = (await Promise.all(times)).sort((one, other) => one - other);
  return required(sorted[Math.ceil(count * 0.95) - 1], 'time');
}

/** Others' sends while a colleague does that, from its first moment on, are held against those in quiet. */
async function expectOthersServed(what: Pick<Flood, 'typing' | 'lists' | 'polls'>): Promise<void> {
  const job: Flood = {
    url: server.url,
    token: required(ana.token, 'token'),
    userId: ana.uuid,
    ...what,
  };
  const module = new URL('../../test/colleague/run.ts', import.meta.url);
  const colleague = launchModule(module, [JSON.stringify(job)]);
  try {
    await colleague.waitFor(/begun/);
    const contention = server.watchContention();
    const slowest = await slowestSend();
    expect(slowest).toBeLessThanOrEqual(Math.max(2 * quiet, LONGEST_MS * contention()));
  } finally {
    await colleague.stop();
  }
}

test(
  'while a colleague types on six sockets and reads sixty lists of 2,000 people, others send as before',
  () =>
    expectOthersServed({
      typing: { sockets: 6, each: 900, chatId },
      lists: { atOnce: 60, groupId },
    }),
  60_000,
);

test(
  'while a colleague polls with thousands of signals in a body, others send as before',
  () => expectOthersServed({ polls: { connections: 6, each: 10_000 } }),
  60_000,
);
