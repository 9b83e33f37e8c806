import { chmod, chown, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sendText } from '../test/cast.ts';
import { sentFile } from '../test/files.ts';
import { createInstallation, type Installation } from '../test/installation.ts';
import { administratorOf, launch, launchServer, type OwnServer } from '../test/own-process.ts';
import { mountSmallDisk } from '../test/small-disk.ts';

const PATIENTLY = { timeout: 240_000 };
const NOBODY = 65_534;
let folder: string;
let installation: Installation;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'one-line-'));
  installation = await createInstallation({ database: 'migrated', engine: 'embedded' });
});
afterAll(async () => {
  await installation.remove();
  await rm(folder, { recursive: true, force: true });
});

type Wanted = Omit<Parameters<typeof launch>[0], 'dataDir'> & { dataDir?: string };

/** All output of a failing program, and its exit code. */
async function failure({ dataDir = installation.dataDir, ...wanted }: Wanted) {
  const program = launch({ dataDir, ...wanted });
  const code = await program.ended;
  return { code, said: program.output() };
}

const inOneLine = (words: string) => ({
  code: 1,
  said: expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*\\n$`)),
});

const everyProgram = [
  { program: 'server' },
  { program: 'backup', args: ['--to', '-'] },
  { program: 'admin', args: ['devices'] },
] as const;
const byProgram = everyProgram.map(({ program, ...more }) => [
  program,
  { program, args: [...('args' in more ? more.args : [])] },
]) satisfies [string, Pick<Wanted, 'program' | 'args'>][];

test('a setting that looks like a known one is warned of in one line', PATIENTLY, async () => {
  const settings = { MAX_UPLOAD: '5', TIMEZONE: 'Europe/Madrid' };
  const server = launchServer({ dataDir: installation.dataDir, settings });
  onTestFinished(async () => void (await server.stop()));
  await server.url;
  const lines = server.output().split('\n');
  const warnings = lines.filter((line) => line.startsWith('Aviso'));
  expect(warnings).toEqual([
    'Aviso: "MAX_UPLOAD" no es ninguna configuración y no cambia nada. ¿Querías decir MAX_UPLOAD_MB?',
    'Aviso: "TIMEZONE" no es ninguna configuración y no cambia nada. ¿Querías decir TIME_ZONE?',
  ]);
});

test('pushes to private addresses are warned of in one line', PATIENTLY, async () => {
  const settings = { PUSH_ALLOW_PRIVATE: '1' };
  const server = launchServer({ dataDir: installation.dataDir, settings });
  onTestFinished(async () => void (await server.stop()));
  await server.url;
  const warnings = server.output().match(/^Aviso.*$/gm);
  expect(warnings).toEqual([
    'Aviso: PUSH_ALLOW_PRIVATE=1 deja que los avisos vayan a direcciones privadas y a cualquier puerto: solo para pruebas.',
  ]);
});

test.each(byProgram)('no temporary folder: one line of %s', PATIENTLY, async (_, program) => {
  const settings = { TMPDIR: join(folder, 'none') };
  expect(await failure({ ...program, settings })).toEqual(
    inOneLine('No existe la carpeta temporal'),
  );
});

describe('a folder that is another user’s', () => {
  const isRoot = process.getuid?.() === 0;
  // Removes the capabilities by which root can open every folder.
  const asAnyUser = 'exec setpriv --bounding-set=-dac_override,-dac_read_search "$0" "$@"';
  let dataDir: string;
  beforeAll(async () => {
    dataDir = join(folder, 'theirs');
    await cp(installation.dataDir, dataDir, { recursive: true });
    if (isRoot) await chown(join(dataDir, 'db'), NOBODY, NOBODY);
    await chmod(join(dataDir, 'db'), isRoot ? 0o700 : 0);
  });
  afterAll(() => chmod(join(dataDir, 'db'), 0o700));

  test.each(byProgram)('one line of %s', PATIENTLY, async (_, program) => {
    const shell = isRoot ? asAnyUser : ':';
    expect(await failure({ ...program, dataDir, shell })).toEqual(
      inOneLine(`Este usuario no puede usar lo que necesita \\(${dataDir}/db`),
    );
  });
});

const disk = mountSmallDisk(160);
afterAll(() => disk?.remove());

describe.runIf(disk)('a disk of its own', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = join(disk?.folder ?? '', 'data');
    await cp(installation.dataDir, dataDir, { recursive: true });
  });

  test.each(byProgram)('that is read-only: one line of %s', PATIENTLY, async (name, program) => {
    disk?.makeReadOnly(true);
    onTestFinished(() => disk?.makeReadOnly(false));
    expect(await failure({ ...program, dataDir })).toEqual(
      inOneLine(
        name === 'server'
          ? 'DATA_DIR vale .* debe ser una carpeta en la que se pueda escribir'
          : 'El disco es de solo lectura',
      ),
    );
  });

  describe('under a server that runs', () => {
    let server: OwnServer;
    let write: (text: string) => Promise<number>;
    beforeAll(async () => {
      server = launchServer({ dataDir, settings: { RESERVE_MB: '14' } });
      const elena = await administratorOf(server);
      const { content: chat } = await elena.call(getPersonalChat, {});
      await sentFile(elena, chat.uuid, { bytes: Buffer.alloc(8 * 2 ** 20) });
      write = async (text) => (await sendText(elena, chat.uuid, text)).status;
    }, PATIENTLY.timeout);
    afterAll(() => server.stop());

    const backUp = (...args: string[]) =>
      failure({ program: 'backup', args, dataDir, settings: { RESERVE_MB: '14' } });
    /** Neither a copy of the database nor a part of the backup is left. */
    const leftovers = async () => {
      const names = await readdir(disk?.folder ?? '', { recursive: true });
      return names.filter((name) => /copy-|\.part$|\.tar$/.test(name));
    };

    test.each([
      ['has no room for a copy of the database', 20 * 2 ** 20, 'No queda espacio en el disco'],
      ['has none for the backup beside the reserve', 58 * 2 ** 20, 'RESERVE_MB'],
    ])(
      'a disk that %s: one line of backup, nothing is left, and the server goes on',
      PATIENTLY,
      async (_, room, words) => {
        disk?.fill(room);
        onTestFinished(() => disk?.clear());
        const folder = disk?.folder ?? '';
        expect(await backUp('--to', `${folder}/`)).toEqual(inOneLine(words));
        expect(await leftovers()).toEqual([]);
        expect(await write('sigo escribiendo')).toBe(201);
      },
    );

    test('another disk that is full: one line, and nothing is left there', PATIENTLY, async () => {
      const other = mountSmallDisk(4);
      onTestFinished(() => other?.remove());
      const place = other?.folder ?? '';
      expect(await backUp('--to', `${place}/`)).toEqual(
        inOneLine(`No queda espacio en el disco de ${place}`),
      );
      expect(await readdir(place)).toEqual([]);
      expect(await leftovers()).toEqual([]);
    });
  });
});
