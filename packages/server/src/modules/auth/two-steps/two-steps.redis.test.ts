import { confirmTwoSteps, removeOwnTwoSteps, setUpTwoSteps } from '@chat/contract/auth';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPerson } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { at, type Processes, startProcesses } from '../../../../test/processes.ts';
import {
  codeOf,
  loginWith,
  passSteps,
  stopClock,
  turnOnTwoSteps,
  wrongCodeOf,
} from '../../../../test/two-steps.ts';

const RATE = 5;
let processes: Processes;
let startClock: () => void;
beforeAll(async () => {
  processes = await startProcesses({ loginRate: RATE });
  startClock = stopClock();
});
afterAll(async () => {
  startClock();
  await processes.close();
});

let people = 0;
const newPerson = () => registerPerson(processes.one, `persona-${++people}`);

/** The answers to sign-ins with the codes at once, alternately at the two processes. */
async function answers({ email }: Client, codes: (string | undefined)[]): Promise<number[]> {
  const { one, other } = processes;
  const calls = codes.map((code, index) =>
    loginWith((index % 2 ? one : other).client(), email, code),
  );
  return (await Promise.all(calls)).map(({ status }) => status).sort();
}

test('a code that comes at two processes at the same instant lets one in, and so does a recovery code', async () => {
  const person = await newPerson();
  const { secret, recoveryCodes } = await turnOnTwoSteps(person);
  for (const code of [codeOf(secret), recoveryCodes[0]])
    expect(await answers(person, [code, code])).toEqual([200, 401]);
  passSteps(2);
  expect(await answers(person, [codeOf(secret), codeOf(secret)])).toEqual([200, 401]);
});

test('a set-up that is begun at one process is confirmed at another, once, and ends the sessions at both', async () => {
  const person = await newPerson();
  const { one, other } = processes;
  const second = await one.signIn(person.email);
  const there = at(other, second);
  expect((await there.call(getCurrentUser, {})).status).toBe(200);
  const { secret } = (await person.call(setUpTwoSteps, { body: {} })).content;
  const confirm = (process: typeof one) =>
    at(process, person).call(confirmTwoSteps, { body: { code: codeOf(secret) } });
  const replies = await Promise.all([confirm(one), confirm(other)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await there.call(getCurrentUser, {})).status).toBe(401);
  expect((await second.call(getCurrentUser, {})).status).toBe(401);
  expect((await at(other, person).call(getCurrentUser, {})).status).toBe(200);
  expect(await answers(person, [undefined, undefined])).toEqual([401, 401]);
});

test('however many processes are asked at once, no more codes are wrong than LOGIN_RATE, and then a right one is refused', async () => {
  const person = await newPerson();
  const { secret, recoveryCodes } = await turnOnTwoSteps(person);
  expect(
    await answers(
      person,
      Array.from({ length: 8 }, () => undefined),
    ),
  ).toEqual(Array(8).fill(401));
  const wrong = wrongCodeOf(secret);
  const statuses = await answers(
    person,
    Array.from({ length: 4 * RATE }, () => wrong),
  );
  expect(statuses).toEqual([...Array(RATE).fill(401), ...Array(3 * RATE).fill(429)]);
  expect(await answers(person, [codeOf(secret), recoveryCodes[0]])).toEqual([429, 429]);
  const another = await newPerson();
  const theirs = await turnOnTwoSteps(another);
  expect(await answers(another, [codeOf(theirs.secret)])).toEqual([200]);
});

test('the own password is guessed no faster at several processes, which count with the sign-in', async () => {
  const person = await newPerson();
  await turnOnTwoSteps(person);
  const { one, other } = processes;
  const turnOff = (process: typeof one, password: string) =>
    at(process, person).call(removeOwnTwoSteps, { body: { password } });
  const guesses = Array.from({ length: 3 * RATE }, (_, n) =>
    turnOff(n % 2 ? one : other, `adivinada-${n}`),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(RATE).fill(422), ...Array(2 * RATE).fill(429)]);
  for (const process of [one, other]) {
    expect((await turnOff(process, PASSWORD)).status).toBe(429);
    const device = Object.assign(process.client(), { deviceId: person.deviceId });
    expect((await device.login(person.email)).status).toBe(429);
  }
});

test('without Redis each process counts for itself, and a code still works once', async () => {
  const person = await newPerson();
  const { secret } = await turnOnTwoSteps(person);
  await processes.redis.crash();
  const code = codeOf(secret);
  expect(await answers(person, [code, code])).toEqual([200, 401]);
  const wrong = wrongCodeOf(secret);
  const { one } = processes;
  for (let count = 0; count < RATE; count++) await loginWith(one.client(), person.email, wrong);
  expect((await loginWith(one.client(), person.email, codeOf(secret, 1))).status).toBe(429);
  await processes.redis.resume();
});
