import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { findPostgres, makeCluster } from '../../scripts/lib/postgres.mjs';
import { run } from '../../scripts/lib/run.mjs';
import {
  commandsBelow,
  lastFileOn,
  Machine,
  sendFileOn,
  testOnPath,
  whileServing,
} from './operators-guide.ts';

const PATIENTLY = { timeout: 180_000 };
const CHAPTER = 'PostgreSQL’s own ways';
const machine = new Machine();
const places: string[] = [];
// Debian keeps them where only PATH's wrappers look.
const programs = await findPostgres().catch(() => '');
const path = `${programs}${delimiter}${process.env.PATH}`;
const testWithPrograms = testOnPath(path, ['pg_dump', 'pg_restore', 'pg_basebackup', 'psql']);

afterAll(async () => {
  await machine.remove();
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

/** The settings of PostgreSQL in one of the guide's blocks. */
const settingsIn = (block: string) =>
  machine
    .here(block)
    .trim()
    .split('\n')
    .map((line) => line.replace(/^(\w+) = '?(.*?)'?$/, '$1=$2'));

/** The first value that a database answers. */
async function ask(url: string, statement: string): Promise<string> {
  const command = `psql "$DATABASE_URL" -XAtc "${statement}"`;
  return (await machine.carryOut(command, { DATABASE_URL: url, PATH: path })).trim();
}

/** A cluster with those settings: a new one, or one that goes on from a base. */
async function serveCluster(name: string, settings: string[], base?: string) {
  const place = mkdtempSync(join(tmpdir(), `web-chat-${name}-`));
  places.push(place);
  if (base) {
    cpSync(base, join(place, 'data'), { recursive: true });
    writeFileSync(join(place, 'data', 'recovery.signal'), '');
  }
  const cluster = await makeCluster(place);
  const { uid, gid } = statSync(place);
  for (const owned of [join(place, 'data'), join(machine.folder, 'mnt/nas/wal')]) {
    await run('chown', ['-R', `${uid}:${gid}`, owned]);
  }
  const port = await freePort();
  const server = cluster.serve(port, settings);
  await server.ready;
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}

describe('PostgreSQL’s own ways, as the guide writes them', () => {
  testWithPrograms('a dump and the files bring an installation back', PATIENTLY, async () => {
    const [save = '', bring = ''] = commandsBelow(CHAPTER);
    const postgres = await serveCluster('dumped', []);
    const dataDir = join(machine.folder, 'on-postgres');
    const settings = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PATH: path };
    await whileServing(dataDir, settings, async (port) => {
      await sendFileOn(port, 'de-postgres.bin');
      await machine.carryOut(save, settings);
    });
    await machine.carryOut('psql "$DATABASE_URL" -c "create database otra"', settings);
    const other = new URL(postgres.url);
    other.pathname = '/otra';
    const target = {
      ...settings,
      DATABASE_URL: other.href,
      DATA_DIR: join(machine.folder, 'on-other'),
    };
    mkdirSync(target.DATA_DIR);
    expect(await machine.carryOut(bring, target)).toMatch(/DELETE [1-9]/);
    expect(await whileServing(target.DATA_DIR, target, lastFileOn)).toBe('de-postgres.bin');
    await postgres.stop();
  });

  testWithPrograms('a base and the archived log bring a moment back', PATIENTLY, async () => {
    const [archiving = [], recovering = []] = commandsBelow(CHAPTER, 'conf').map(settingsIn);
    const dataDir = join(machine.folder, 'in-time');
    const first = await serveCluster('first', archiving);
    const settings = { DATA_DIR: dataDir, DATABASE_URL: first.url };
    let moment = '';
    await whileServing(dataDir, settings, async (port) => {
      await sendFileOn(port, 'antes.bin');
      await machine.carryOut(commandsBelow(CHAPTER)[2] ?? '', { ...settings, PATH: path });
      await sendFileOn(port, 'hasta-aquí.bin');
      moment = await ask(first.url, 'select clock_timestamp()::text');
      await sendFileOn(port, 'después.bin');
    });
    const last = await ask(first.url, 'select pg_walfile_name(pg_switch_wal())');
    const archived = () => ask(first.url, 'select last_archived_wal from pg_stat_archiver');
    await expect.poll(async () => (await archived()) >= last).toBe(true);
    await first.stop();
    const to = recovering.map((line) => line.replace(/^(recovery_target_time)=.*/, `$1=${moment}`));
    const second = await serveCluster('second', to, join(machine.folder, 'mnt/nas/base'));
    const back = { ...settings, DATABASE_URL: second.url };
    expect(await whileServing(dataDir, back, lastFileOn)).toBe('hasta-aquí.bin');
    await second.stop();
  });
});
