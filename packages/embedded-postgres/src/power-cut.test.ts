import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';

let base: string;
let shadow: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'power-cut-'));
  const folder = join(base, 'live');
  shadow = join(base, 'shadow');
  await mkdir(shadow);
  const recorder = new URL('../test/power-cut-recorder.ts', import.meta.url);
  recorder.search = new URLSearchParams({ folder, shadow }).toString();
  database = await openEmbedded(folder, { imports: [recorder] });
}, 120_000);

afterAll(async () => {
  await database.close();
  await rm(base, { recursive: true });
});

/** The database after a restart, if the power goes off now. */
async function afterPowerCut<T>(look: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const rest = await mkdtemp(join(base, 'rest-'));
  await cp(shadow, rest, { recursive: true });
  const found = await openEmbedded(rest);
  try {
    return await look(found.pool);
  } finally {
    await found.close();
  }
}

async function write(table: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await database.pool.query(`insert into ${table} (text) values ($1)`, ['x'.repeat(i * 100)]);
  }
}

async function rowsOf(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${table}`);
  return rows[0]?.count ?? 0;
}

describe('after a power cut', () => {
  it('every acknowledged commit is there, from the first ever made', async () => {
    await database.pool.query('create table notes (id serial primary key, text text)');
    await write('notes', 40);
    expect(await afterPowerCut((pool) => rowsOf(pool, 'notes'))).toBe(40);
  }, 60_000);

  it('those before and after a checkpoint are there', async () => {
    await database.pool.query('create table letters (id serial primary key, text text)');
    await write('letters', 20);
    await database.pool.query('checkpoint');
    await write('letters', 20);
    expect(await afterPowerCut((pool) => rowsOf(pool, 'letters'))).toBe(40);
  }, 60_000);

  it('an acknowledged transaction is there whole, an open one not at all', async () => {
    await database.pool.query('create table pairs (id serial primary key, text text)');
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query("insert into pairs (text) values ('a'), ('b')");
    await client.query('commit');
    await client.query('begin');
    await client.query("insert into pairs (text) values ('c')");
    const found = await afterPowerCut((pool) => rowsOf(pool, 'pairs'));
    await client.query('rollback');
    client.release();
    expect(found).toBe(2);
  }, 60_000);
});
