import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../test/build-app.ts';
import { Client, PASSWORD } from '../../test/client.ts';
import {
  type InstalledServer,
  launchModule,
  startInstalledServer,
} from '../../test/own-process.ts';
import type { AttackName } from '../../test/stranger/attacks.ts';

const STRANGER = '127.0.0.2';
const VICTIM = '127.0.0.3';
const TRIES = 40;
const EVERY_MS = 100;
/** The limit on processors of the server's own. */
const MAX_MS = 300;
const MAX_MORE_MB = 150;

let server: InstalledServer;
let elena: Client;
let chatUuid: string;

beforeAll(async () => {
  server = await startInstalledServer();
  elena = await new Client(server.url).signIn(ADMINISTRATOR);
  chatUuid = (await elena.call(getPersonalChat, {})).content.uuid;
  await tryAll(20);
});
afterAll(() => server.stop());

/** The largest file of the page, whose name a stranger finds in the page's source. */
function heaviestAsset(): string {
  const folder = fileURLToPath(new URL('../../../web/dist/assets/', import.meta.url));
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const weightOf = (name: string) => statSync(`${folder}${name}`).size;
  const [heaviest] = scripts.sort((one, other) => weightOf(other) - weightOf(one));
  return `/assets/${heaviest}`;
}

/** The time of a call from the victim's address; a failed call counts as endless. */
async function timeOf(method: string, path: string, body?: object): Promise<number> {
  const begun = performance.now();
  const headers = {
    'content-type': 'application/json',
    ...(elena.token && { authorization: `Bearer ${elena.token}` }),
  };
  try {
    const url = `${server.url}/api${path}`;
    const calling = request(url, { method, headers, localAddress: VICTIM, agent: false });
    calling.end(body && JSON.stringify(body));
    const [response] = await once(calling, 'response');
    await text(response);
    return response.statusCode < 300 ? performance.now() - begun : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const { deviceId } = new Client('');
const calls = {
  'signing in': () =>
    timeOf('POST', '/auth/login', { email: ADMINISTRATOR, password: PASSWORD, deviceId }),
  sending: () =>
    timeOf('POST', `/chats/${chatUuid}/messages`, {
      type: 'TEXT',
      content: 'Hola',
      referenceId: crypto.randomUUID(),
    }),
  reading: () => timeOf('GET', `/chats/${chatUuid}/messages`),
};

/** Begins each kind of call every 100 ms, answered or not; returns the slowest but one in twenty. */
async function tryAll(tries = TRIES): Promise<Record<string, number>> {
  const times: Record<string, Promise<number>[]> = {};
  for (let n = 0; n < tries; n++) {
    for (const [name, call] of Object.entries(calls)) {
      times[name] ??= [];
      times[name].push(call());
    }
    await pause(EVERY_MS);
  }
  const slowest: Record<string, number> = {};
  for (const [name, each] of Object.entries(times)) {
    const sorted = (await Promise.all(each)).sort((one, other) => one - other);
    slowest[name] = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  }
  return slowest;
}

const attacks: [string, AttackName][] = [
  ['2,000 begin to sign in and go silent', 'unfinishedLogin'],
  ["2,000 ask for a file of the API's page and take nothing from the line", 'unreadDocs'],
  ['2,000 ask for it far ahead', 'pipelinedDocs'],
  ['2,000 ask for a file of the page and take nothing from the line', 'unreadAsset'],
  ['100 begin large bodies of polling without a token', 'unfinishedPolling'],
  ['100 begin large frames without a token', 'unfinishedFrame'],
];

test.each(attacks)(
  'while %s, others sign in, send and read, in little more memory',
  async (_, name) => {
    const before = server.memory();
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, server.memory());
    }, 100);
    const stranger = launchModule(new URL('../../test/stranger/run.ts', import.meta.url), [
      name,
      server.url,
      STRANGER,
      heaviestAsset(),
    ]);
    try {
      await stranger.waitFor(/begun/);
      const contention = server.watchContention();
      const slowest = await tryAll();
      const max = MAX_MS * contention();
      for (const ms of Object.values(slowest)) {
        expect(ms, JSON.stringify(slowest)).toBeLessThanOrEqual(max);
      }
      expect(most - before).toBeLessThanOrEqual(MAX_MORE_MB);
    } finally {
      clearInterval(watching);
      await stranger.stop();
    }
  },
  60_000,
);
