import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabaseFolder } from '../test/templates.ts';
import { maintain } from './housekeeping.ts';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';

let folder: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  folder = await emptyDatabaseFolder();
  database = await openEmbedded(folder);
}, 60_000);

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function one<Row>(text: string): Promise<Row | undefined> {
  return (await database.pool.query(text)).rows[0];
}

describe('housekeeping', () => {
  it('writes a checkpoint once the log has grown, and not before', async () => {
    const redo = () =>
      one<{ lsn: string }>('select redo_lsn::text as lsn from pg_control_checkpoint()');
    const before = await redo();
    await database.pool.query('create table logged as select generate_series(1, 1000)');
    await maintain(database.pool);
    expect(await redo()).toEqual(before);
    await maintain(database.pool, 1024);
    expect(await redo()).not.toEqual(before);
  });

  it('clears the dead rows of the table that needs it most, and tells the planner of it', async () => {
    await database.pool.query('create table "Worn" as select generate_series(1, 5000) as id');
    await database.pool.query('delete from "Worn" where id <= 4000');
    await database.pool.query('select pg_stat_force_next_flush()');
    await maintain(database.pool);
    expect(
      await one(`select n_dead_tup::int as dead, reltuples::int as rows
        from pg_stat_user_tables join pg_class on pg_class.oid = relid where pg_class.relname = 'Worn'`),
    ).toEqual({ dead: 0, rows: 1000 });
  });
});
