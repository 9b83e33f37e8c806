import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerDatabase } from '../test/database.ts';
import { launchServer } from '../test/own-process.ts';
import { portOf } from './http/addresses.ts';
import { version } from './shared/version.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
let folder: string;
let database: Awaited<ReturnType<typeof createServerDatabase>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
  database = await createServerDatabase(server);
});
afterAll(async () => {
  await database.remove();
  await rm(folder, { recursive: true, force: true });
});

const start = (settings: Record<string, string>) =>
  launchServer({
    dataDir: join(folder, 'data'),
    settings: { DATABASE_URL: database.url, LOG_LEVEL: 'info', ...settings },
  });

async function administer(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements);
  await client.end();
}

const FIRST_LINE = /^\{"level":30,.*"version":"([\d.]+)".*\}\n/;

/** All output of a start that fails, without the first line of the log. */
async function startInVain(settings: Record<string, string>) {
  const server = start(settings);
  return { code: await server.ended, lines: server.output().replace(FIRST_LINE, '').trimEnd() };
}

test('the log begins with the version', async () => {
  const server = start({});
  await server.url;
  expect(FIRST_LINE.exec(server.output())?.[1]).toBe(version);
  await server.stop();
});

describe('a setting that is refused where it is used stops the start with one line', () => {
  test('HOST of another machine', async () => {
    expect(await startInVain({ HOST: '192.0.2.1' })).toEqual({
      code: 1,
      lines: 'HOST vale "192.0.2.1"; debe ser una dirección o un nombre de este equipo.',
    });
  });

  test('HOST that names no machine is no trouble of the database', async () => {
    expect(await startInVain({ HOST: 'nadie.invalid' })).toEqual({
      code: 1,
      lines: 'HOST vale "nadie.invalid"; debe ser una dirección o un nombre de este equipo.',
    });
  });

  test('DATA_DIR that is a file', async () => {
    const DATA_DIR = join(folder, 'fichero');
    await writeFile(DATA_DIR, '');
    expect(await startInVain({ DATA_DIR })).toEqual({
      code: 1,
      lines: `DATA_DIR vale "${DATA_DIR}"; debe ser una carpeta en la que se pueda escribir.`,
    });
  });

  test('AUDIT_KEY of another installation, without a word of it', async () => {
    const first = start({});
    await first.url;
    await first.stop();
    expect(await startInVain({ AUDIT_KEY: 'la-clave-de-alguna-otra-instalación' })).toEqual({
      code: 1,
      lines:
        'La clave de la instalación no es la de esta base de datos: los procesos sin un DATA_DIR común necesitan AUDIT_KEY.',
    });
  });

  test('DATABASE_URL of a database that is not there, without the password in it', async () => {
    const url = new URL(server);
    url.password = 'secreto';
    url.pathname = '/no_existe';
    expect(await startInVain({ DATABASE_URL: url.href })).toEqual({
      code: 1,
      lines: `DATABASE_URL vale "postgres://***@${url.host}/no_existe"; debe ser una base de datos que existe y deja entrar (database "no_existe" does not exist).`,
    });
  });

  test('a database whose user may not make pg_trgm', async () => {
    const { url, remove } = await createServerDatabase(server);
    await administer(url, 'create role invitado login; grant all on schema public to invitado');
    const guest = new URL(url);
    guest.username = 'invitado';
    expect(await startInVain({ DATABASE_URL: guest.href })).toEqual({
      code: 1,
      lines: expect.stringMatching(/^A la base de datos [^\n]*«create extension pg_trgm;»[^\n]*$/),
    });
    await administer(url, 'drop owned by invitado; drop role invitado');
    await remove();
  });

  test('DATABASE_URL of somebody whom the server does not know', async () => {
    const url = new URL(server);
    url.username = 'nadie';
    const { code, lines } = await startInVain({ DATABASE_URL: url.href });
    expect(code).toBe(1);
    expect(lines).toMatch(/^DATABASE_URL vale "postgres:\/\/\*\*\*@[^\n]*"nadie"[^\n]*\.$/);
  });
});

test('a start that is told to end while it waits for its database ends with 0', async () => {
  const silent = createServer((line) => line.on('error', () => {}));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const port = portOf(silent);
  const waiting = start({ DATABASE_URL: `postgres://chat@127.0.0.1:${port}/chat` });
  await once(silent, 'connection');
  expect(await waiting.stop()).toBe(0);
  silent.close();
});
