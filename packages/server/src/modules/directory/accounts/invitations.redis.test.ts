import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { registerPerson } from '../../../../test/cast.ts';
import { accept, invite } from '../../../../test/invitations.ts';
import { at, type Processes, startProcesses } from '../../../../test/processes.ts';

const RATE = 4;

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close());

test('an invitation used at two processes at the same instant counts once', async () => {
  const { one, other } = processes;
  const ana = await registerPerson(one, 'ana');
  for (let round = 0; round < 5; round++) {
    const token = await invite(one.elena, ana.uuid);
    const replies = await Promise.all([one, other].map((app) => accept(app.client(), token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  }
});

test('its use at one process ends the sessions at the other', async () => {
  const { one, other } = processes;
  const bruno = await registerPerson(one, 'bruno');
  expect((await at(other, bruno).call(getCurrentUser, {})).status).toBe(200);
  await accept(one.client(), await invite(one.elena, bruno.uuid));
  expect((await at(other, bruno).call(getCurrentUser, {})).status).toBe(401);
});

test('guesses at all processes count together', async () => {
  // Other tests of this file may guess wrong, too.
  const own = await startProcesses({ loginRate: RATE });
  onTestFinished(() => own.close());
  const { one, other } = own;
  const carla = await registerPerson(one, 'carla');
  const token = await invite(one.elena, carla.uuid);
  const guesses = Array.from({ length: 2 * RATE }, (_, n) =>
    accept((n % 2 ? one : other).client(), `adivinada-${n}`),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(RATE);
  expect((await accept(other.client(), token)).status).toBe(429);
});
