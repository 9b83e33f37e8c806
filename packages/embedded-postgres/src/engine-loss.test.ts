import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenDisk } from '../test/broken-disk.ts';
import { emptyDatabaseFolder } from '../test/templates.ts';
import { EngineLostError } from './engine-thread.ts';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';

let folder: string;
let database: EmbeddedDatabase;

beforeEach(async () => {
  folder = await emptyDatabaseFolder();
  database = await openEmbedded(folder, { imports: [brokenDisk(`${folder}/broken`)] });
  await database.pool.query('create table notes (text text)');
}, 60_000);

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const insert = () => database.pool.query("insert into notes values ('a')");

describe('when the engine cannot make a commit durable', () => {
  it('the commit, those waiting and later ones are refused, and the pool says why', async () => {
    const failed = once(database.pool, 'error');
    await writeFile(`${folder}/broken`, '');
    const results = await Promise.allSettled([insert(), insert(), insert()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(insert()).rejects.toThrow(EngineLostError);
    const [error] = await failed;
    expect(error).toBeInstanceOf(EngineLostError);
    expect(String(error.cause)).toContain('could not fsync');
  });

  it('a transaction fails at its commit, without ending the process', async () => {
    const failed = once(database.pool, 'error');
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query("insert into notes values ('a')");
    await writeFile(`${folder}/broken`, '');
    await expect(client.query('commit')).rejects.toThrow(EngineLostError);
    await expect(client.query('rollback')).rejects.toThrow();
    client.release(true);
    await failed;
  });

  it('the folder opens again once the disk is well', async () => {
    await insert();
    database.pool.on('error', () => {});
    await writeFile(`${folder}/broken`, '');
    await expect(insert()).rejects.toThrow(EngineLostError);
    await database.close();
    await rm(`${folder}/broken`);
    database = await openEmbedded(folder);
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::int from notes',
    );
    expect(rows[0]?.count).toBeGreaterThanOrEqual(1);
  }, 60_000);
});
