import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFakeS3 } from '../../test/fake-s3.ts';
import { newestOf, sentFile } from '../../test/files.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { launch } from '../../test/own-process.ts';
import { backup } from './backup.ts';

const PATIENTLY = { timeout: 120_000 };
const LARGER_THAN_A_PIPE = 2 ** 20;

let folder: string;
let source: Installation;
let other: Installation;
let whole: string;

/** An installation with a person's file. */
async function makeInstallation(fileName: string): Promise<Installation> {
  const installation = await createInstallation({ database: 'migrated' });
  const app = await installation.start();
  const { content: chat } = await app.elena.call(getPersonalChat, {});
  await sentFile(app.elena, chat.uuid, { fileName, bytes: Buffer.alloc(LARGER_THAN_A_PIPE) });
  await app.close();
  return installation;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-places-'));
  source = await makeInstallation('de-uno.bin');
  other = await makeInstallation('de-otro.bin');
  whole = join(folder, 'whole.tar');
  expect(await source.run(backup, '--to', whole)).toMatchObject({ code: 0 });
}, PATIENTLY.timeout);
afterAll(async () => {
  await source.remove();
  await other.remove();
  await rm(folder, { recursive: true });
});

const lines = (count: number) => expect.stringMatching(new RegExp(`^([^\\n]+\\n){${count}}$`));

/** Runs one of the programs after a shell command for its standard input and output. */
async function runProgram(
  program: 'backup' | 'restore',
  args: string[],
  shell: string,
  { dataDir, settings }: Pick<Installation, 'dataDir'> & { settings: Record<string, string> },
) {
  const started = launch({ program, args, dataDir, settings, shell });
  const code = await started.ended;
  return { code, said: started.output() };
}

describe('standard output', () => {
  test(
    'gets the backup and nothing else; one line stands on standard error',
    PATIENTLY,
    async () => {
      const file = join(folder, 'streamed.tar');
      const { code, said } = await runProgram('backup', ['--to', '-'], `exec >${file}`, source);
      expect({ code, said }).toEqual({ code: 0, said: lines(1) });
      expect(said).toMatch(/^Copia hecha en \d[\d,]* s: la salida estándar \([\d,]+ MB; .*\)\.\n$/);
      expect(await source.run(backup, 'verify', file)).toMatchObject({ code: 0 });
      expect(await readdir(source.dataDir)).not.toContain('backups');
    },
  );

  test('whose reader ends early fails the backup with one line', PATIENTLY, async () => {
    const pipe = join(folder, 'pipe');
    const shell = `mkfifo ${pipe}; head -c 1000 ${pipe} >/dev/null & exec >${pipe}`;
    const { code, said } = await runProgram('backup', ['--to', '-'], shell, source);
    expect({ code, said }).toEqual({ code: 1, said: lines(1) });
    expect(said).toContain('ha terminado antes');
  });
});

describe('standard input', () => {
  test('is restored like a file; what is damaged leaves nothing', PATIENTLY, async () => {
    const target = await createInstallation();
    const shell = (bytes: string) => `${bytes} | (exec "$0" "$@"); exit`;
    const damaged = await runProgram('restore', ['-'], shell(`head -c 40000 ${whole}`), target);
    expect(damaged).toEqual({ code: 1, said: expect.stringContaining('está cortado') });
    expect(damaged.said).toEqual(lines(1));
    expect(await readdir(target.dataDir)).toEqual([]);
    const restored = await runProgram('restore', ['-'], shell(`cat ${whole}`), target);
    expect(restored).toEqual({ code: 0, said: expect.stringContaining('Copia restaurada') });
    expect(await readdir(target.dataDir)).not.toContain(expect.stringContaining('restoring'));
    const app = await target.start();
    const elena = await app.signIn('elena@empresa.local');
    const { content: chat } = await elena.call(getPersonalChat, {});
    expect((await newestOf(elena, chat.uuid))?.fileName).toBe('de-uno.bin');
    await app.close();
    await target.remove();
  });

  test('is verified without a database', PATIENTLY, async () => {
    const settings = { DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada' };
    const nowhere = { dataDir: join(folder, 'nowhere'), settings };
    const { code, said } = await runProgram('backup', ['verify', '-'], `exec <${whole}`, nowhere);
    expect({ code, said }).toEqual({ code: 0, said: lines(1) });
    expect(said).toMatch(/^Copia completa y sin daños: la entrada estándar \(.*1 archivo\)\n$/);
    expect(await readdir(folder)).not.toContain('nowhere');
  });
});

describe('a place that cannot be', () => {
  test.each([
    ['a folder that is missing', '/none/', 'No existe la carpeta'],
    ['a file in it', '/none/a.tar', 'No existe la carpeta'],
    ['that folder by another name', '/none/.', 'No existe la carpeta'],
    ['a file in place of a folder', '/whole.tar/', 'Ya existe'],
  ])('%s is refused with one line, and nothing is made', async (_, to, words) => {
    const before = await readdir(folder);
    const { code, said } = await source.run(backup, '--to', `${folder}${to}`);
    expect({ code, said: `${said}\n` }).toEqual({ code: 1, said: lines(1) });
    expect(said).toContain(words);
    expect(await readdir(folder)).toEqual(before);
  });
});

describe('--keep', () => {
  const older = ['2026-01-01', '2026-01-02', '2026-01-03'].map(
    (day) => `web-chat-${day}-021500.tar`,
  );
  const newest = expect.stringMatching(/^web-chat-20\d\d-(?!01-0)[\d-]+\.tar$/);
  let place: string;

  beforeEach(async () => {
    place = await mkdtemp(join(folder, 'kept-'));
    for (const name of older) await copyFile(whole, join(place, name));
  });

  test('keeps so many of the newest, each of this installation alone', PATIENTLY, async () => {
    await other.run(backup, '--to', join(place, 'web-chat-2025-01-01-021500.tar'));
    await writeFile(join(place, 'web-chat-2024-01-01-021500.tar'), 'no es una copia');
    await mkdir(join(place, 'web-chat-2023-01-01-021500.tar'));
    await writeFile(join(place, 'notas.txt'), '');
    await writeFile(join(place, '.web-chat-en-marcha.part'), '');
    await writeFile(join(place, '.web-chat-abandonada.part'), '');
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(place, '.web-chat-abandonada.part'), longAgo, longAgo);
    const { code, said } = await source.run(backup, '--to', place, '--keep', '2');
    expect(said).toMatch(/^Copia hecha en [^\n]* Se han borrado 2 anteriores\.$/);
    expect(code).toBe(0);
    expect((await readdir(place)).sort()).toEqual([
      '.web-chat-en-marcha.part',
      'notas.txt',
      'web-chat-2023-01-01-021500.tar',
      'web-chat-2024-01-01-021500.tar',
      'web-chat-2025-01-01-021500.tar',
      older[2],
      newest,
    ]);
  });

  test('removes none where the new one fails', PATIENTLY, async () => {
    const s3 = await openFakeS3();
    s3.fail(true);
    const { settings } = source;
    const own = settings.S3_URL;
    settings.S3_URL = s3.url;
    const { code, said } = await source.run(backup, '--to', place, '--keep', '1');
    settings.S3_URL = own;
    await s3.close();
    expect({ code, said: `${said}\n` }).toEqual({ code: 1, said: lines(1) });
    expect(said).toContain('El almacén de archivos');
    expect((await readdir(place)).sort()).toEqual(older);
  });

  test.each([
    [1, 'whole-2.tar', '3', 'necesita una carpeta'],
    [1, '-', '3', 'necesita una carpeta'],
    [2, '', '0', 'un número entero mayor que 0'],
    [2, '', 'todas', 'un número entero mayor que 0'],
  ])('what makes no sense with it is refused with %i: %s, %s', async (code, to, keep, words) => {
    const options = to === '' ? [] : ['--to', to === '-' ? to : join(folder, to)];
    const ran = await source.run(backup, ...options, '--keep', keep);
    expect(ran).toEqual({ code, said: expect.stringContaining(words) });
  });
});
