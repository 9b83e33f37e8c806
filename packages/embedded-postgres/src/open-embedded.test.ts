import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabaseFolder } from '../test/templates.ts';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';

const MEGABYTE = 1024 * 1024;
const INT8 = 20;
const types = new pg.TypeOverrides();
types.setTypeParser(INT8, Number);

let folder: string;
let database: EmbeddedDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  folder = await emptyDatabaseFolder();
  database = await openEmbedded(folder, { types });
  pool = database.pool;
}, 60_000);

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  await pool.query('drop table if exists people');
  await pool.query(
    'create table people (id int generated always as identity, name text constraint people_name_key unique)',
  );
});

const insert = (name: string | null) => ({
  name: 'insert-person',
  text: 'insert into people (name) values ($1) returning id, name',
  values: [name],
});

async function names(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from people order by id');
  return rows.map((row) => row.name);
}

async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

describe('queries', () => {
  it('are durable and in UTC', async () => {
    const { rows } = await pool.query(`select current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('timezone') as zone`);
    expect(rows).toEqual([{ fsync: 'on', commit: 'on', zone: 'UTC' }]);
  });

  it('take parameters of every common kind', async () => {
    const values = [
      'ñandú',
      42,
      true,
      null,
      ['a', 'b'],
      { k: [1] },
      new Date(0),
      Buffer.from('hi'),
    ];
    const { rows } = await pool.query({
      text: `select $1::text, $2::bigint, $3::bool, $4::text, $5::text[], $6::jsonb,
        $7::timestamptz, $8::bytea`,
      values,
      rowMode: 'array',
    });
    expect(rows).toEqual([values]);
  });

  it('asked for all at once are all answered, each with its own', async () => {
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, i) => pool.query('select $1::int as i', [i])),
    );
    expect(results.map(({ rows }) => rows[0].i)).toEqual(Array.from({ length: 200 }, (_, i) => i));
  });

  it('answer with 10 MB in one value and in many rows', async () => {
    const value = await pool.query<{ v: string }>("select repeat('x', $1) as v", [10 * MEGABYTE]);
    expect(value.rows[0]?.v.length).toBe(10 * MEGABYTE);
    const rows = await pool.query("select repeat('x', 1024) as v from generate_series(1, 10240)");
    expect(rows.rowCount).toBe(10_240);
  });

  it('take a parameter of 10 MB', async () => {
    const big = 'ñ'.repeat(5 * MEGABYTE);
    const { rows } = await pool.query<{ same: boolean }>(
      "select $1::text = repeat('ñ', $2) as same",
      [big, big.length],
    );
    expect(rows).toEqual([{ same: true }]);
  });
});

describe('errors', () => {
  it('name the unique constraint that was violated', async () => {
    await pool.query(insert('Ana'));
    await expect(pool.query(insert('Ana'))).rejects.toMatchObject({
      code: '23505',
      constraint: 'people_name_key',
    });
  });

  it('of a named statement leave it usable', async () => {
    await pool.query(insert('Ana'));
    await pool.query(insert('Ana')).catch(() => {});
    await pool.query(insert('Bruno'));
    expect(await names()).toEqual(['Ana', 'Bruno']);
  });

  it('of one query among many at once concern it alone', async () => {
    const results = await Promise.allSettled(
      ['Ana', 'Ana', 'Bruno', 'Ana', 'Carla'].map((name) => pool.query(insert(name))),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await names()).toEqual(['Ana', 'Bruno', 'Carla']);
  });

  it('of syntax, of a value and of too few parameters are told', async () => {
    await expect(pool.query('selec 1')).rejects.toMatchObject({ code: '42601' });
    await expect(pool.query('select $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' });
    await expect(pool.query('select $1::int, $2::int', [1])).rejects.toMatchObject({
      code: '08P01',
    });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('transactions', () => {
  it('with named and parameterised statements commit whole', async () => {
    await withClient(async (client) => {
      await client.query('begin');
      await client.query(insert('Ana'));
      await client.query('insert into people (name) values ($1)', ['Bruno']);
      await client.query(insert('Carla'));
      await client.query('commit');
    });
    expect(await names()).toEqual(['Ana', 'Bruno', 'Carla']);
  });

  it('with an error in the middle refuse the rest, and the session lives on after rollback', async () => {
    await withClient(async (client) => {
      await client.query('begin');
      await client.query(insert('Ana'));
      await expect(client.query(insert('Ana'))).rejects.toMatchObject({ code: '23505' });
      await expect(client.query(insert('Bruno'))).rejects.toMatchObject({ code: '25P02' });
      await client.query('rollback');
      await client.query(insert('Carla'));
    });
    expect(await names()).toEqual(['Carla']);
  });

  it('go back to a savepoint after an error', async () => {
    await withClient(async (client) => {
      await client.query('begin');
      await client.query(insert('Ana'));
      await client.query('savepoint before');
      await client.query(insert('Ana')).catch(() => {});
      await client.query('rollback to savepoint before');
      await client.query(insert('Bruno'));
      await client.query('commit');
    });
    expect(await names()).toEqual(['Ana', 'Bruno']);
  });

  it('of a client that was thrown away leave nothing to the next one', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(insert('Ana'));
    await client.query("set timezone to 'America/Lima'");
    client.release(true);
    expect(await names()).toEqual([]);
    expect((await pool.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
  });
});

describe('the thread', () => {
  it('leaves the event loop free during a heavy query', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await pool.query('select sum(sqrt(i)) from generate_series(1, 3000000) as i');
    clearInterval(counting);
    // With the engine in the same thread there would be no turns.
    expect(turns).toBeGreaterThan(1);
  });
});

describe('closing', () => {
  it('keeps what was written, for whoever opens the folder next', async () => {
    const own = await emptyDatabaseFolder();
    const first = await openEmbedded(own);
    await first.pool.query('create table kept as select 1 as one');
    await first.close();
    await first.close();
    await expect(first.pool.query('select 1')).rejects.toThrow();
    const second = await openEmbedded(own);
    expect((await second.pool.query('table kept')).rows).toEqual([{ one: 1 }]);
    await second.close();
    await rm(own, { recursive: true });
  }, 60_000);
});
