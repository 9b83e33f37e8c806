import { createOwnExport, listOwnExports } from '@chat/contract/data-exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPerson } from '../../../test/cast.ts';
import { eachOf } from '../../../test/each-of.ts';
import { fetchExport } from '../../../test/exports.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import { sql } from '../../db/database.ts';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close());

const NAMES = ['ana', 'bruno', 'carla', 'diego', 'elisa', 'fran'];

test('several processes share the work, each is made once, and its asker hears of it at any process', async () => {
  const { one, other } = processes;
  const people = await eachOf(NAMES, (name) => registerPerson(one, name));
  const lives = await Promise.all(people.map((person) => at(other, person).connect()));
  const jobs = await Promise.all(people.map((person) => person.call(createOwnExport, {})));
  await Promise.all(lives.map((live) => live.waitFor('export:ready')));
  for (const [place, person] of people.entries()) {
    const { uuid } = jobs[place]?.content ?? {};
    expect((await person.call(listOwnExports, {})).content).toMatchObject([
      { uuid, status: 'READY' },
    ]);
    expect(lives[place]?.all('export:ready')).toEqual([{ uuid, status: 'READY' }]);
  }
  const rows = await one.ctx.db.many<{ tries: number; files: number }>(
    sql`select tries, cardinality(file_uuids) as files from data_exports`,
  );
  expect(rows).toEqual(NAMES.map(() => ({ tries: 1, files: 1 })));
  for (const live of lives) live.close();
});

test('a ZIP is made at another process once the process that made it has ended', async () => {
  const { one, other } = processes;
  const person = await registerPerson(other, 'gema');
  await other.ctx.exporter.close();
  const job = (await person.call(createOwnExport, {})).content;
  await one.ctx.db.run(
    sql`update data_exports set taken_by = ${other.ctx.processId}, tries = 1 where uuid = ${job.uuid}`,
  );
  one.ctx.exporter.wake();
  const there = at(one, person);
  const state = async () => (await there.call(listOwnExports, {})).content[0]?.status;
  await other.close();
  await expect.poll(state).toBe('READY');
  expect((await fetchExport(there, job)).size).toBeGreaterThan(10);
});
