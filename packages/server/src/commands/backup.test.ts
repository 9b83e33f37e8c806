import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPersonalChat } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { listOwnExports } from '@chat/contract/data-exports';
import { deleteMessage, listMessages, type Message, reactToMessage } from '@chat/contract/messages';
import {
  acceptNotice,
  getNotice,
  listNoticeAcceptances,
  publishNotice,
} from '@chat/contract/privacy-notice';
import { listUsers } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import { Client } from '../../test/client.ts';
import { exported } from '../../test/exports.ts';
import { type FakeS3, openFakeS3 } from '../../test/fake-s3.ts';
import { fetchFile, picture, sentFile } from '../../test/files.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { backup, restore } from './backup.ts';

let folder: string;
let source: Installation;
let app: TestApp;
let cast: Cast;
let personal: string;
let photo: Message;
let lost: Message;

/** The timeout of tests that make a database: the embedded engine needs some seconds. */
const patiently = { timeout: 120_000 };
const SECRET = 'nadie más debe leer esto';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-backups-'));
  source = await createInstallation({ database: 'migrated' });
  app = await source.start();
  cast = await gatherCast(app);
  const { ana, bruno, carla, ventasChat } = cast;
  personal = (await ana.call(getPersonalChat, {})).content.uuid;
  await sendText(ana, personal, SECRET);
  await sendText(bruno, ventasChat, `Hola, @${ana.email}`);
  const removed = firstOf((await sendText(carla, ventasChat, 'me he equivocado')).content).uuid;
  const params = { chatId: ventasChat, messageId: removed };
  await app.elena.call(deleteMessage, { params });
  photo = await sentFile(ana, ventasChat, {
    type: 'IMAGE',
    fileName: 'foto.png',
    bytes: await picture(),
  });
  lost = await sentFile(ana, ventasChat, { fileName: 'perdido.bin', bytes: 'se pierde' });
  await bruno.call(reactToMessage, { params: { messageId: photo.uuid }, body: { emoji: '👍' } });
  await app.elena.call(publishNotice, { body: { text: 'Aviso de privacidad' } });
  for (const person of [app.elena, ...Object.values(cast).filter((one) => one instanceof Client)]) {
    await person.call(acceptNotice, { body: { version: 1 } });
  }
  await exported(ana);
});

afterAll(async () => {
  await app.close();
  await source.remove();
  await rm(folder, { recursive: true });
});

const backUp = (to: string, from = source) => from.run(backup, '--to', join(folder, to));
const restoreOn = (target: Installation, file: string, ...options: string[]) =>
  target.run(restore, join(folder, file), ...options);
const history = async (reader: Cast['ana'], chatId: string) =>
  (await reader.call(listMessages, { params: { chatId } })).content;

test(
  'one file holds all that was there at one moment; people write on meanwhile, and nobody else reads it',
  patiently,
  async () => {
    const { ana, ventasChat } = cast;
    const before = (await history(ana, ventasChat)).length;
    const sending = Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        sendText(ana, ventasChat, `mientras tanto ${index}`),
      ),
    );
    const { code, said } = await backUp('all.tar');
    expect(code).toBe(0);
    for (const { status } of await sending) expect(status).toBe(201);
    expect((await history(ana, ventasChat)).length).toBe(before + 30);
    expect(said).toContain('Copia hecha');
    expect(said).toContain('5 usuarios');
    expect(said).not.toContain(SECRET);
    const { mode } = await stat(join(folder, 'all.tar'));
    expect(mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['all.tar']);
  },
);

test('a file that is there is not written over', async () => {
  const bytes = await readFile(join(folder, 'all.tar'));
  expect(await backUp('all.tar')).toEqual({ code: 1, said: expect.stringContaining('Ya existe') });
  expect(await readFile(join(folder, 'all.tar'))).toEqual(bytes);
});

describe('what is restored', () => {
  let s3: FakeS3;
  let target: Installation;
  let restored: TestApp;

  // Moves files from the disk into an S3-compatible store, and later back onto the disk.
  beforeAll(async () => {
    s3 = await openFakeS3();
    target = await createInstallation({ s3: s3.url });
    const { code, said } = await restoreOn(target, 'all.tar');
    expect(said).toContain('Copia restaurada');
    expect(said).not.toContain(SECRET);
    expect(code).toBe(0);
    restored = await target.start();
  }, patiently.timeout);

  afterAll(async () => {
    await restored.close();
    await target.remove();
    await s3.close();
  });

  test('is what everybody saw: people, talk, reactions, files, and what only its owner may read', async () => {
    const ana = await restored.signIn('ana@empresa.local');
    const then = await history(ana, cast.ventasChat);
    const now = await history(cast.ana, cast.ventasChat);
    expect(then.length).toBeGreaterThan(2);
    expect(then).toEqual(now.slice(0, then.length));
    expect((await history(ana, personal)).map(({ content }) => content)).toEqual([SECRET]);
    const people = async (by: TestApp) => (await by.elena.call(listUsers, {})).content;
    const known = (await people(app)).map(({ uuid, email }) => ({ uuid, email }));
    expect(await people(restored)).toMatchObject(known);
    for (const size of ['', '?size=thumb']) {
      const [was, is] = await Promise.all(
        [cast.ana, ana].map((reader) => fetchFile(reader, `${photo.mediaUrl}${size}`)),
      );
      expect(is?.status).toBe(200);
      expect(is?.bytes).toEqual(was?.bytes);
    }
  });

  test('keeps the privacy notice that was in force, and who has confirmed it', async () => {
    const noticeOf = async (by: TestApp) => [
      (await by.elena.call(getNotice, {})).content,
      (await by.elena.call(listNoticeAcceptances, {})).content,
    ];
    expect(await noticeOf(restored)).toEqual(await noticeOf(app));
    expect((await noticeOf(restored))[0]).toMatchObject({ version: 1 });
  });

  test("has no ZIP of people's data, nor its file", async () => {
    const ana = await restored.signIn('ana@empresa.local');
    expect((await cast.ana.call(listOwnExports, {})).content).toHaveLength(1);
    expect((await ana.call(listOwnExports, {})).content).toEqual([]);
    expect([...s3.objects.keys()].filter((key) => key.endsWith('.export'))).toEqual([]);
  });

  test('goes on where it was: the next message has the next number', async () => {
    const ana = await restored.signIn('ana@empresa.local');
    const last = (await history(ana, cast.ventasChat)).at(-1);
    await sendText(ana, cast.ventasChat, 'seguimos');
    const next = (await history(ana, cast.ventasChat)).at(-1);
    expect(next).toMatchObject({ content: 'seguimos', seq: (last?.seq ?? 0) + 1 });
  });

  test('no session of before opens it: one could have been ended since', async () => {
    const old = restored.client();
    old.token = cast.ana.token;
    expect((await old.request('GET', '/users/me')).status).toBe(401);
  });

  test(
    'a store that fails leaves no half backup, and says why in one line',
    patiently,
    async () => {
      s3.fail(true);
      const { code, said } = await backUp('failed.tar', target);
      s3.fail(false);
      expect(code).toBe(1);
      expect(said).toMatch(/^El almacén de archivos falló: .*500 – InternalError.*S3_URL.*$/);
      expect(await readdir(folder)).toEqual(['all.tar']);
    },
  );

  test('data that are there are refused, and with --replace set aside', patiently, async () => {
    expect((await backUp('from-s3.tar', target)).code).toBe(0);
    const before = await restored.signIn('ana@empresa.local');
    await sendText(before, cast.ventasChat, 'solo aquí');
    await restored.close();
    target.settings.S3_URL = '';
    const refused = await restoreOn(target, 'from-s3.tar');
    expect(refused).toEqual({ code: 1, said: expect.stringContaining('--replace') });
    await mkdir(join(target.dataDir, 'files'));
    await writeFile(join(target.dataDir, 'files', 'de-antes'), '');
    const { code, said } = await restoreOn(target, 'from-s3.tar', '--replace');
    expect(said).toMatch(/Lo que había antes está en .*before.\d{14}/);
    expect(code).toBe(0);
    const aside = (await readdir(target.dataDir)).find((name) => name.startsWith('before-'));
    expect(await readdir(join(target.dataDir, required(aside, 'aside'), 'files'))).toEqual([
      'de-antes',
    ]);
    restored = await target.start();
    const ana = await restored.signIn('ana@empresa.local');
    expect((await history(ana, cast.ventasChat)).at(-1)?.content).toBe('seguimos');
    const [was, is] = await Promise.all(
      [cast.ana, ana].map((reader) => fetchFile(reader, photo.mediaUrl)),
    );
    expect(is?.status).toBe(200);
    expect(is?.bytes).toEqual(was?.bytes);
  });

  test('while a server is running, nothing is put beneath it', async () => {
    const { code, said } = await restoreOn(target, 'all.tar', '--replace');
    expect(code).toBe(1);
    expect(said).toContain('detenlo y repite la orden');
    expect((await restored.elena.call(listUsers, {})).status).toBe(200);
  });
});

test('a file that is gone is named, and does not stop the rest', patiently, async () => {
  const name = required(lost.mediaUrl?.split('/').at(-1), 'file id');
  await app.ctx.storage.remove([name]);
  const { code, said } = await source.run(backup);
  expect(code).toBe(0);
  expect(said).toContain(name);
  // Without a name, a backup goes to the data folder.
  const [file] = await readdir(join(source.dataDir, 'backups'));
  expect(file).toMatch(/^web-chat-\d{4}-\d\d-\d\d-\d{6}\.tar$/);
});

test('without an installation there is nothing to back up', async () => {
  const empty = await createInstallation();
  const { code, said } = await backUp('nothing.tar', empty);
  expect(code).toBe(1);
  expect(said).toMatch(/No hay datos|no contiene una instalación/);
  await empty.remove();
});

test.each([
  [backup, ['--from', 'x']],
  [backup, ['--to']],
  [backup, ['--to', '']],
  [backup, ['verify']],
  [backup, ['verify', 'uno', 'dos']],
  [backup, ['verify', 'uno', '--keep', '2']],
  [backup, ['comprobar', 'uno']],
  [restore, []],
  [restore, ['uno', 'dos']],
  [restore, ['uno', '--force']],
])('what cannot be understood says how it is used: %o %o', async (command, args) => {
  const { code, said } = await source.run(command, ...args);
  expect(code).toBe(2);
  expect(said).toContain('--help');
});

test('help tells how they are used', async () => {
  for (const [name, command] of Object.entries({ backup, restore })) {
    expect(await source.run(command, '--help')).toMatchObject({
      code: 0,
      said: expect.stringContaining(`Uso: web-chat ${name} `),
    });
  }
});
