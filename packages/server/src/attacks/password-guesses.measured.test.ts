import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { required } from '@chat/contract/checks';
import { afterEach, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../test/build-app.ts';
import { personForm } from '../../test/cast.ts';
import { Client, PASSWORD } from '../../test/client.ts';
import type { Guessing } from '../../test/guesser/run.ts';
import {
  type InstalledServer,
  launchModule,
  startInstalledServer,
} from '../../test/own-process.ts';

const ADDRESSES = Array.from({ length: 8 }, (_, n) => `127.0.0.${2 + n}`);
const AT_ONCE = 100;
const SIGN_INS = 20;
const EVERY_MS = 500;
/** The limit on processors of the server's own. */
const MAX_MS = 1_000;

let server: InstalledServer;
let elena: Client;
let colleague: Client;
/** A person who has signed in on this device before. */
let known: Client;

async function start(loginRate: string): Promise<void> {
  server = await startInstalledServer({ LOGIN_RATE: loginRate });
  elena = await new Client(server.url).signIn(ADMINISTRATOR);
  for (const name of ['ana', 'bruno', 'carla']) {
    await elena.request('POST', '/users', personForm(`${name}@empresa.local`));
  }
  colleague = await new Client(server.url).signIn('ana@empresa.local');
  known = await new Client(server.url).signIn('bruno@empresa.local');
}
afterEach(() => server.stop());

test('an unknown e-mail, and a person without a password, take as much work as a wrong password', async () => {
  await start('1000');
  const { password, ...form } = personForm('sin-clave@empresa.local');
  await elena.request('POST', '/users', { ...form, invite: true });
  // Processor time instead of elapsed time: other work of the machine must not count.
  const workOf = async (email: string) => {
    const before = server.work();
    for (let n = 0; n < 20; n++) await new Client(server.url).login(email, 'otra-clave');
    return server.work() - before;
  };
  await workOf(colleague.email);
  const unknown = await workOf('nadie@empresa.local');
  const without = await workOf('sin-clave@empresa.local');
  const known = await workOf(colleague.email);
  for (const work of [unknown, without]) {
    expect(work / known).toBeGreaterThan(0.5);
    expect(work / known).toBeLessThan(2);
  }
}, 60_000);

interface SignIn {
  status: number;
  ms: number;
}

async function signIn(email: string, deviceId: string, from: string): Promise<SignIn> {
  const begun = performance.now();
  const headers = { 'content-type': 'application/json' };
  const url = `${server.url}/api/auth/login`;
  const calling = request(url, { method: 'POST', headers, localAddress: from, agent: false });
  calling.end(JSON.stringify({ email, password: PASSWORD, deviceId }));
  const [response] = await once(calling, 'response');
  await text(response);
  return { status: response.statusCode, ms: performance.now() - begun };
}

/** Two sign-ins a second, alternately on a known and on a new device, each from an address of its own. */
async function signInTwiceASecond(count: number): Promise<SignIn[]> {
  const signIns: Promise<SignIn>[] = [];
  for (let n = 0; n < count; n++) {
    const from = `127.0.1.${n + 1}`;
    const isKnown = n % 2 === 0;
    signIns.push(
      isKnown
        ? signIn(known.email, known.deviceId, from)
        : signIn('carla@empresa.local', `device-${n}-de-carla`, from),
    );
    await pause(EVERY_MS);
  }
  return Promise.all(signIns);
}

async function expectToSignInWithinASecond(count = SIGN_INS): Promise<void> {
  const contention = server.watchContention();
  const signIns = await signInTwiceASecond(count);
  expect(signIns.map(({ status }) => status)).toEqual(Array(count).fill(200));
  const times = signIns.map(({ ms }) => ms).sort((one, other) => one - other);
  expect(times[Math.ceil(count * 0.95) - 1]).toBeLessThanOrEqual(MAX_MS * contention());
}

function guess() {
  const guessing: Guessing = {
    url: server.url,
    addresses: ADDRESSES,
    atOnce: AT_ONCE,
    token: required(colleague.token, 'token'),
  };
  const module = new URL('../../test/guesser/run.ts', import.meta.url);
  return launchModule(module, [JSON.stringify(guessing)]);
}

test.each([
  ['as long as their guesses are checked', '10'],
  ['when all of their guesses are refused', '1'],
])(
  'while eight addresses and a colleague guess as fast as they can, %s, others sign in within a second',
  async (_, loginRate) => {
    await start(loginRate);
    const guessers = guess();
    try {
      await guessers.waitFor(/begun/);
      await expectToSignInWithinASecond();
    } finally {
      await guessers.stop();
    }
  },
  180_000,
);

test('while an administrator registers people as fast as they can, others sign in within a second', async () => {
  await start('10');
  let registered = 0;
  let isOver = false;
  const registerOn = async () => {
    while (!isOver) {
      const form = personForm(`persona-${registered++}@empresa.local`);
      expect((await elena.request('POST', '/users', form)).status).toBe(201);
    }
  };
  const script = Promise.all(Array.from({ length: AT_ONCE }, registerOn));
  try {
    await expectToSignInWithinASecond(16);
  } finally {
    isOver = true;
    await script;
  }
}, 60_000);
