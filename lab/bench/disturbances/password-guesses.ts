import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { personForm } from '../../../packages/server/test/cast.ts';
import { Client, PASSWORD } from '../../../packages/server/test/client.ts';
import { watchContention } from '../../../packages/server/test/processor-time.ts';
import { required } from '../../support/helpers.ts';
import { processorOf } from '../load/processor.ts';
import { percentile } from '../support/samples.ts';
import { whileAttacked } from './attacker.ts';
import type { Bound, Numbers, Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import type { GuesserOptions } from './guesser.ts';
import { type Stage, setStage } from './stage.ts';

const ADDRESSES = Array.from({ length: 8 }, (_, n) => `127.0.0.${2 + n}`);
const AT_ONCE = 100;
const SIGN_INS = 12;
const EVERY_MS = 500;
const CHECKS = 20;

const unknown = 'nadie@empresa.local';
const without = 'sin-clave@empresa.local';
const withPassword = 'carla@empresa.local';

interface GuessedStage extends Stage {
  /** A person who has signed in on this device before. */
  known: Client;
}

async function setGuessedStage(loginRate: string): Promise<GuessedStage> {
  const stage = await setStage({ settings: { LOGIN_RATE: loginRate } });
  const { elena, url } = stage;
  await elena.request('POST', '/users', personForm(withPassword));
  await elena.request('POST', '/users', personForm('diego@empresa.local'));
  const { password, ...form } = personForm(without);
  await elena.request('POST', '/users', { ...form, invite: true });
  const known = await new Client(url).signIn('diego@empresa.local');
  return { ...stage, known };
}

/** The processor time of a wrong password, in ms: other work of the machine does not count. */
async function workOf({ url, pid }: Stage, email: string): Promise<number> {
  const before = processorOf({ name: 'server', pid });
  for (let n = 0; n < CHECKS; n++) await new Client(url).login(email, 'otra-clave');
  return (processorOf({ name: 'server', pid }) - before) / CHECKS;
}

const rowOfWork = ({ name, email }: { name: string; email: string }): Row<GuessedStage> => ({
  name,
  // A test asked the same of it.
  figures: { 'processor time of an attempt': { unit: 'ms', ratioAtMost: 2, isAlike: true } },
  quiet: async (stage) => ({
    'processor time of an attempt': await workOf(stage, withPassword),
  }),
  disturbed: async (stage) => ({ 'processor time of an attempt': await workOf(stage, email) }),
});

export const signInWork = onGround(async () => {
  const stage = await setGuessedStage('1000');
  await workOf(stage, withPassword);
  return stage;
}, [
  rowOfWork({ name: 'an unknown e-mail takes the work of a wrong password', email: unknown }),
  rowOfWork({ name: 'a person without a password takes the same', email: without }),
]);

interface Caller {
  email: string;
  deviceId: string;
  from: string;
}

/** The time of a sign-in; one that is refused counts as endless. */
async function timeOfSignIn(url: string, { email, deviceId, from }: Caller): Promise<number> {
  const begun = performance.now();
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST', headers, localAddress: from, agent: false };
  const pending = request(`${url}/api/auth/login`, options);
  pending.end(JSON.stringify({ email, password: PASSWORD, deviceId }));
  const [response] = await once(pending, 'response');
  await text(response);
  return response.statusCode === 200 ? performance.now() - begun : Number.POSITIVE_INFINITY;
}

let devices = 0;

/** Two sign-ins a second, alternately on a known and on a new device, each from an address of its own. */
async function signInTwiceASecond({ url, pid, known }: GuessedStage): Promise<Numbers> {
  const contention = watchContention(pid);
  const times: Promise<number>[] = [];
  for (let n = 0; n < SIGN_INS; n++) {
    const onNew = { email: withPassword, deviceId: `device-${devices++}-de-carla` };
    const { email, deviceId } = n % 2 === 0 ? known : onNew;
    times.push(timeOfSignIn(url, { email, deviceId, from: `127.0.1.${n + 1}` }));
    await pause(EVERY_MS);
  }
  const slow = percentile(await Promise.all(times), 0.95);
  return { 'p95 of signing in': slow / contention() };
}

function guessed(stage: GuessedStage): Promise<Numbers> {
  const { url, ana } = stage;
  const token = required(ana.token, 'token');
  const guesserOptions: GuesserOptions = { url, addresses: ADDRESSES, atOnce: AT_ONCE, token };
  const signIns = () => signInTwiceASecond(stage);
  return whileAttacked('guesser.ts', [JSON.stringify(guesserOptions)], signIns);
}

let registered = 0;

async function registering(stage: GuessedStage): Promise<Numbers> {
  let isOver = false;
  const registerOn = async () => {
    while (!isOver) {
      const form = personForm(`alguien-${registered++}@empresa.local`);
      await stage.elena.request('POST', '/users', form);
    }
  };
  const script = Promise.all(Array.from({ length: AT_ONCE }, registerOn));
  return signInTwiceASecond(stage).finally(() => {
    isOver = true;
    return script;
  });
}

/** Ten times as long as in quiet, or a second: so long a test allowed. */
const figures: Record<string, Bound> = {
  'p95 of signing in': { unit: 'ms', ratioAtMost: 10, least: 100 },
};
const quiet = signInTwiceASecond;

export const guesses = onGround(
  () => setGuessedStage('10'),
  [
    {
      name: 'eight addresses and a colleague guess, as long as their guesses are checked',
      figures,
      quiet,
      disturbed: guessed,
    },
    {
      name: 'an administrator registers people as fast as they can',
      figures,
      quiet,
      disturbed: registering,
    },
  ],
);

export const guessesRefused = onGround(
  () => setGuessedStage('1'),
  [
    {
      name: 'eight addresses and a colleague guess, when all of their guesses are refused',
      figures,
      quiet,
      disturbed: guessed,
    },
  ],
);
