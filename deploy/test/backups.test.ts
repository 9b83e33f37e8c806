import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { getPersonalChat } from '@chat/contract/chats/chats.routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Application, administrator } from '../../lab/machines/application.ts';
import { Client } from '../../packages/server/test/client.ts';
import { newestOf, sendFile } from '../../packages/server/test/files.ts';
import { findPostgres } from '../../scripts/lib/find-postgres.mjs';
import { onPath } from '../../scripts/lib/find-program.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';

const PATIENTLY = { timeout: 180_000 };
const folder = mkdtempSync(join(tmpdir(), 'web-chat-backups-'));
const bin = join(folder, 'bin');
const home = join(folder, 'home');
const guide = readFileSync(inRepo('docs/operations.md'), 'utf8');

afterAll(async () => {
  await run('gpgconf', ['--kill', 'all'], { env: { HOME: home } }).catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

/** The blocks of commands below a heading of the guide, as they stand there. */
function commandsBelow(heading: string, language = 'sh'): string[] {
  const [, section = ''] = guide.split(new RegExp(`^##+ ${heading}\\n`, 'm'));
  const [text = ''] = section.split(/^##/m);
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, given]) => given === language)
    .map(([, , commands = '']) => commands);
}

/** Only the places are others: they lie in a folder of this test. */
const here = (commands: string) =>
  commands.replaceAll(/(?<=[\s=':])\/(mnt|root|etc|tmp)\//g, `${folder}/$1/`);

/** Writes them into a shell, which ends at the first that fails. */
async function carryOut(commands: string, settings: Record<string, string>): Promise<string> {
  const args = ['-euo', 'pipefail', '-c', here(commands)];
  const { code, output } = await run('bash', args, {
    cwd: folder,
    env: { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: home, ...settings },
  });
  if (code !== 0) throw new Error(`${here(commands)}ended with ${code}:\n${output}`);
  return output;
}

/** The installed command, on the server as it is built. */
function installCommand(): void {
  const module = join(folder, 'web-chat.mjs');
  const server = inRepo('packages/server/dist/commands/run.js');
  writeFileSync(
    module,
    `const [name, ...args] = process.argv.slice(2);
     await (await import(${JSON.stringify(server)})).run(name, args);`,
  );
  writeFileSync(join(bin, 'web-chat'), `#!/bin/sh\nexec ${process.execPath} ${module} "$@"\n`);
  chmodSync(join(bin, 'web-chat'), 0o755);
}

beforeAll(() => {
  for (const name of ['bin', 'home', 'mnt/nas/wal', 'mnt/offsite', 'root', 'etc', 'tmp']) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }
  installCommand();
  writeFileSync(join(folder, 'etc', 'web-chat.restic'), 'una clave\n');
});

/** Somebody with a file on a server. */
async function fill(port: number, fileName: string): Promise<void> {
  const elena = await signIn(port);
  const { content: chat } = await elena.call(getPersonalChat, {});
  const { status } = await sendFile(elena, chat.uuid, { fileName, bytes: Buffer.alloc(300_000) });
  expect(status).toBe(201);
}

async function signIn(port: number): Promise<Client> {
  const client = new Client(`http://127.0.0.1:${port}`);
  return client.signIn(administrator.email, administrator.password);
}

async function fileOn(port: number): Promise<string | null | undefined> {
  const elena = await signIn(port);
  const { content: chat } = await elena.call(getPersonalChat, {});
  return (await newestOf(elena, chat.uuid))?.fileName;
}

/** A server, for as long as `work` takes. */
async function whileServing<T>(
  dataDir: string,
  settings: Record<string, string>,
  work: (port: number) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const server = new Application({ dataDir, settings: { PORT: `${port}`, ...settings } });
  await server.start();
  try {
    return await work(port);
  } finally {
    await server.stop();
  }
}

/** Those tools that the machine has; in CI it must have all. */
function withTools(...names: string[]) {
  const missing = names.filter((name) => !onPath([name]));
  if (missing.length === 0) return test;
  const words = `There is no ${missing.join(', ')} on PATH: its commands are not carried out.`;
  if (process.env.CI) throw new Error(words);
  console.log(words);
  return test.skip;
}

const WHOLE = /Copia completa y sin daños/;

describe('the commands of the guide, as they are written, under a server that runs', () => {
  const dataDir = join(folder, 'data');
  const settings = { DATA_DIR: dataDir };
  let server: Application;
  beforeAll(async () => {
    const port = await freePort();
    server = new Application({ dataDir, settings: { PORT: `${port}` } });
    await server.start();
    await fill(port, 'informe.bin');
  }, PATIENTLY.timeout);
  afterAll(() => server.stop());

  test('back up to a folder, a file and standard output, and verify', PATIENTLY, async () => {
    const [commands = ''] = commandsBelow('Backup');
    expect(await carryOut(commands, settings)).toMatch(WHOLE);
    const names = readdirSync(join(folder, 'mnt/nas')).sort();
    expect(names).toEqual(expect.arrayContaining(['a.tar', 'b.tar']));
    expect(names.filter((name) => /^web-chat-\d.*\.tar$/.test(name))).toHaveLength(2);
    expect(await carryOut('web-chat backup verify /mnt/nas/b.tar', settings)).toMatch(WHOLE);
  });

  test('run each night, and say nothing where all is well', PATIENTLY, async () => {
    const [line = ''] = commandsBelow('Each night', 'cron');
    const [, command = ''] = /^15 2 \* \* \* ([^%]+)\n$/.exec(line) ?? [];
    expect(await carryOut(command, settings)).toBe('');
    const failing = here(command).replace('/nas/', '/none/');
    await expect(carryOut(failing, settings)).rejects.toThrow('No existe la carpeta');
  });

  withTools('age', 'age-keygen')('encrypt with age', PATIENTLY, async () => {
    const [key = '', commands = ''] = commandsBelow('Encrypted');
    await carryOut(key, settings);
    expect(await carryOut(commands, settings)).toMatch(WHOLE);
  });

  withTools('gpg')('encrypt with GnuPG', PATIENTLY, async () => {
    const [, , commands = ''] = commandsBelow('Encrypted');
    expect(await carryOut(commands, settings)).toMatch(WHOLE);
  });

  withTools('restic')('go off-site with restic', PATIENTLY, async () => {
    const [commands = ''] = commandsBelow('Off-site');
    expect(await carryOut(commands, settings)).toMatch(WHOLE);
  });

  withTools('rclone', 'age')('go off-site with rclone', PATIENTLY, async () => {
    const [, commands = ''] = commandsBelow('Off-site');
    const offsite = {
      RCLONE_CONFIG_OFFSITE_TYPE: 'alias',
      RCLONE_CONFIG_OFFSITE_REMOTE: join(folder, 'mnt/offsite'),
    };
    expect(await carryOut(commands, { ...settings, ...offsite })).toMatch(WHOLE);
    expect(readdirSync(join(folder, 'mnt/offsite/nas')).length).toBeGreaterThan(0);
  });

  test('a program that ends early fails the backup', PATIENTLY, async () => {
    const early = carryOut('web-chat backup --to - | head -c 1000 >/dev/null', settings);
    await expect(early).rejects.toThrow('ha terminado antes');
  });

  withTools('age')('are restored from a file and from standard input', PATIENTLY, async () => {
    const restored = { DATA_DIR: join(folder, 'restored') };
    for (const commands of commandsBelow('Restore')) {
      expect(await carryOut(commands, restored)).toContain('Copia restaurada');
    }
    expect(await whileServing(restored.DATA_DIR, {}, fileOn)).toBe('informe.bin');
  });

  test('are practised beside the installation', PATIENTLY, async () => {
    const [commands = ''] = commandsBelow('Practise it');
    const wrong = { ...settings, DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada' };
    expect(await carryOut(commands, wrong)).toContain('Copia restaurada');
    expect(await whileServing(join(folder, 'tmp/practice'), {}, fileOn)).toBe('informe.bin');
  });
});

describe('PostgreSQL’s own ways, as the guide writes them', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let programs: string;
  beforeAll(async () => {
    programs = await findPostgres();
    postgres = await startPostgres();
  }, PATIENTLY.timeout);
  afterAll(() => postgres.stop());

  test('a dump and the files bring an installation back', PATIENTLY, async () => {
    const [save = '', bring = ''] = commandsBelow('PostgreSQL’s own ways');
    const dataDir = join(folder, 'on-postgres');
    const path = `${programs}${delimiter}${bin}${delimiter}${process.env.PATH}`;
    const settings = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PATH: path };
    await whileServing(dataDir, settings, async (port) => {
      await fill(port, 'de-postgres.bin');
      await carryOut(save, settings);
    });
    await carryOut('psql "$DATABASE_URL" -c "create database otra"', settings);
    const other = new URL(postgres.url);
    other.pathname = '/otra';
    const target = { ...settings, DATABASE_URL: other.href, DATA_DIR: join(folder, 'on-other') };
    mkdirSync(target.DATA_DIR);
    expect(await carryOut(bring, target)).toMatch(/DELETE [1-9]/);
    expect(await whileServing(target.DATA_DIR, target, fileOn)).toBe('de-postgres.bin');
  });
});
