import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPerson } from '../../../test/cast.ts';
import { PASSWORD } from '../../../test/client.ts';
import { type Processes, startProcesses } from '../../../test/processes.ts';

const RATE = 5;
let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses({ loginRate: RATE });
});
afterAll(() => processes.close());

let people = 0;
async function newEmail(): Promise<string> {
  return (await registerPerson(processes.one, `persona-${++people}`)).email;
}

/** The answers to so many sign-ins at once, alternately at the two processes. */
async function answers(email: string, password: string, times: number): Promise<number[]> {
  const { one, other } = processes;
  const calls = Array.from({ length: times }, (_, index) =>
    (index % 2 ? one : other).client().login(email, password),
  );
  return (await Promise.all(calls)).map(({ status }) => status).sort();
}

test('however many processes are asked at once, no more sign-ins fail than LOGIN_RATE allows', async () => {
  const email = await newEmail();
  const statuses = await answers(email, 'equivocada', 4 * RATE);
  expect(statuses.filter((status) => status === 401)).toHaveLength(RATE);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3 * RATE);
  expect(await answers(email, PASSWORD, 2)).toEqual([429, 429]);
});

test('right passwords are let in however many come at once', async () => {
  const statuses = await answers(await newEmail(), PASSWORD, 4 * RATE);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('without Redis each process counts for itself, and nobody is locked out', async () => {
  const email = await newEmail();
  await processes.redis.crash();
  expect(await answers(email, PASSWORD, 4)).toEqual([200, 200, 200, 200]);
  const { one } = processes;
  for (let failures = 0; failures < RATE; failures++)
    expect((await one.client().login(email, 'equivocada')).status).toBe(401);
  expect((await one.client().login(email, PASSWORD)).status).toBe(429);
  await processes.redis.resume();
});
