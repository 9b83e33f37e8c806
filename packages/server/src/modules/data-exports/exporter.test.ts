import { Readable } from 'node:stream';
import { getPersonalChat } from '@chat/contract/chats';
import {
  createChatExport,
  createOwnExport,
  getChatExport,
  getOwnExport,
  listOwnExports,
} from '@chat/contract/data-exports';
import { deleteGroup } from '@chat/contract/groups';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beforeStatement } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { createGroupOf, groupChatOf, registerPerson, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { expectSums, exported, fetchExport, jsonIn, textIn } from '../../../test/exports.ts';
import { type FakeS3, openFakeS3 } from '../../../test/fake-s3.ts';
import { sentFile, storedKeys } from '../../../test/files.ts';
import { at } from '../../../test/processes.ts';
import { readConfig } from '../../config/env.ts';
import { sql } from '../../db/database.ts';

let s3: FakeS3;
beforeAll(async () => {
  s3 = await openFakeS3();
});
afterAll(() => s3.close());

describe.each(['disk', 'S3'])('on %s', (store) => {
  let app: TestApp;
  let ana: Client;
  beforeEach(async () => {
    app = await startApp(store === 'S3' ? { s3: readConfig({ S3_URL: s3.url }).s3 } : {});
    ana = await registerPerson(app, 'ana');
  });
  afterEach(() => app.close());
  const exportsStored = async () => {
    const keys = store === 'S3' ? [...s3.objects.keys()] : await storedKeys(app);
    return keys.filter((key) => key.endsWith('.export'));
  };
  const statusOf = async (exportId: string) =>
    (await ana.call(getOwnExport, { params: { exportId } })).content.status;

  test('the store has the ZIP while it is kept, and nothing of it afterwards', async () => {
    const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
    await sentFile(ana, chatId, { bytes: Buffer.alloc(3 * 2 ** 20, 'x') });
    const first = await exported(ana);
    expectSums(await fetchExport(ana, first));
    expect(await exportsStored()).toHaveLength(1);
    await exported(ana);
    await expect.poll(exportsStored).toHaveLength(1);
    await app.ctx.db.run(sql`update data_exports set ended_at = now() - interval '25 hours'`);
    app = await app.restart();
    await expect.poll(exportsStored).toEqual([]);
  });

  test('a start removes the ZIPs that no row names, as a restore leaves them, and nothing else', async () => {
    const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
    const { mediaUrl } = await sentFile(ana, chatId, { bytes: 'una foto' });
    const job = await exported(ana);
    const [kept = ''] = await exportsStored();
    const lost = `${crypto.randomUUID()}.export`;
    await app.ctx.storage.copy(kept, lost);
    expect(await exportsStored()).toHaveLength(2);
    app = await app.restart();
    ana = at(app, ana);
    await expect.poll(exportsStored).toEqual([kept]);
    expectSums(await fetchExport(ana, job));
    const photo = await app.ctx.storage.read(mediaUrl?.split('/').at(-1) ?? '');
    expect(photo).toBeDefined();
    photo?.bytes.destroy();
  });

  test('a stop leaves the work to the next start, whatever a broken try has left', async () => {
    await app.ctx.exporter.close();
    const { uuid } = (await ana.call(createOwnExport, {})).content;
    const left = crypto.randomUUID();
    await app.ctx.db.run(sql`
      update data_exports set taken_by = gen_random_uuid(), tries = 1, file_uuids = array[${left}::uuid]`);
    app = await app.restart();
    ana = at(app, ana);
    await expect.poll(() => statusOf(uuid)).toBe('READY');
    await expect.poll(exportsStored).toHaveLength(1);
    expect(await exportsStored()).not.toContain(`${left}.export`);
  });
});

describe('an export', () => {
  let app: TestApp;
  let ana: Client;
  beforeEach(async () => {
    app = await startApp();
    ana = await registerPerson(app, 'ana');
  });
  afterEach(() => app.close());

  test('that fails again and again is told as failed, and a new one is made', async () => {
    await app.ctx.exporter.close();
    const { uuid } = (await ana.call(createOwnExport, {})).content;
    await app.ctx.db.run(sql`update data_exports set tries = 5`);
    app = await app.restart();
    ana = at(app, ana);
    await expect
      .poll(async () => (await ana.call(listOwnExports, {})).content)
      .toMatchObject([{ uuid, status: 'FAILED', expiresAt: null, fileUrl: null }]);
    const job = await exported(ana);
    expect((await ana.call(listOwnExports, {})).content).toMatchObject([
      { uuid: job.uuid, status: 'READY' },
    ]);
  });

  test('that is ready stays so, whatever fails after it', async () => {
    const job = await exported(ana, () => {
      beforeStatement(app.ctx.db, 'file_uuids[:cardinality', async () => {
        throw new Error('the database went away');
      });
      return ana.call(createOwnExport, {});
    });
    await app.ctx.exporter.close();
    expectSums(await fetchExport(ana, job));
  });

  test('is ready where the answer to its commit was lost', async () => {
    const { db } = app.ctx;
    const { transaction } = db;
    const readyNow = sql`select from data_exports where status = 'READY'`;
    db.transaction = async (work) => {
      const done = await transaction(work);
      if ((await db.many(readyNow)).length === 0) return done;
      Object.assign(db, { transaction });
      throw new Error('the connection was lost');
    };
    const job = await exported(ana);
    expect(job.status).toBe('READY');
    await app.ctx.exporter.close();
    expectSums(await fetchExport(ana, job));
  });

  const statusOf = async (exportId: string) =>
    (await ana.call(getOwnExport, { params: { exportId } })).content.status;
  /** Has it tried until it has failed for good, which its asker hears once. */
  async function failingFor(person: Client, uuid: string): Promise<void> {
    const live = await person.connect();
    const ended = live.waitFor('export:ready', (payload) => payload.uuid === uuid);
    const wake = setInterval(() => app.ctx.exporter.wake(), 5);
    expect(await ended).toEqual({ uuid, status: 'FAILED' });
    clearInterval(wake);
    await app.ctx.exporter.close();
    expect(live.all('export:ready')).toHaveLength(1);
    live.close();
  }

  /** Ana has a file; gives the streams by which it is read from now on, as `given` makes them of the store's. */
  async function withOpened(given = (bytes: Readable) => bytes) {
    const { storage } = app.ctx;
    const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
    await sentFile(ana, chatId, { bytes: Buffer.alloc(3 * 2 ** 20, 'x') });
    const opened: Readable[] = [];
    const { read } = storage;
    storage.read = async (...how) => {
      const stored = await read(...how);
      if (!stored || how[0].endsWith('.export')) return stored;
      const bytes = given(stored.bytes);
      opened.push(bytes);
      return { ...stored, bytes };
    };
    return opened;
  }
  const areClosed = (opened: Readable[]) => opened.map(({ closed }) => closed);

  test('of a file that cannot be read to its end fails, and keeps nobody else back', async () => {
    async function* broken(bytes: Readable) {
      yield* bytes.take(1);
      throw new Error('a bad block');
    }
    const opened = await withOpened((bytes) => Readable.from(broken(bytes)));
    const before = await storedKeys(app);
    const bruno = await registerPerson(app, 'bruno');
    const { uuid } = (await ana.call(createOwnExport, {})).content;
    const others = await exported(bruno);
    expect(await statusOf(uuid)).toBe('WORKING');
    await failingFor(ana, uuid);
    expect(areClosed(opened)).toEqual(Array(5).fill(true));
    const added = (await storedKeys(app)).filter((key) => !before.includes(key));
    expect(added).toHaveLength(1);
    expectSums(await fetchExport(bruno, others));
  });

  test('for which the disk has no room fails, lets go of all files, and leaves nothing there', async () => {
    const opened = await withOpened();
    const before = await storedKeys(app);
    // There is room for the texts.
    app.ctx.staging.takeRoom = async () => opened.every(({ closed }) => closed);
    const { uuid } = (await ana.call(createOwnExport, {})).content;
    await failingFor(ana, uuid);
    expect(areClosed(opened)).toEqual(Array(5).fill(true));
    expect(await storedKeys(app)).toEqual(before);
  });

  test('of a conversation that is deleted meanwhile has failed', async () => {
    const group = await createGroupOf(app, 'Obra', [ana]);
    const params = { chatId: await groupChatOf(ana, group) };
    await app.ctx.exporter.close();
    const { uuid: exportId } = (await app.elena.call(createChatExport, { params })).content;
    await app.elena.call(deleteGroup, { params: { groupId: group.uuid } });
    app = await app.restart();
    const asked = { params: { ...params, exportId } };
    const statusNow = async () => (await app.elena.call(getChatExport, asked)).content.status;
    await expect.poll(statusNow).toBe('FAILED');
    await app.ctx.exporter.close();
    expect(await storedKeys(app)).toEqual([]);
  });

  test('names a file that is gone as missing, and has all others', async () => {
    const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
    const gone = await sentFile(ana, chatId, { bytes: 'perdido', fileName: 'perdido.txt' });
    await sentFile(ana, chatId, { bytes: 'aquí', fileName: 'aqui.txt' });
    await app.ctx.storage.remove([gone.mediaUrl?.split('/').at(-1) ?? '']);
    const zip = await fetchExport(ana, await exported(ana));
    expectSums(zip);
    const [{ file: lost }, { file: there }] = jsonIn(zip, 'mensajes');
    expect(JSON.parse(String(zip.get('manifest.json'))).missing).toEqual([lost.path]);
    expect([zip.has(lost.path), String(zip.get(there.path))]).toEqual([false, 'aquí']);
  });

  test('is of pages of 2,000 rows, which lead to each other', async () => {
    const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
    await sendText(ana, chatId, 'Primera');
    await app.ctx.db.run(sql`
      insert into messages (chat_id, seq, uuid, sender_id, type, content)
      select m.chat_id, n + 1, gen_random_uuid(), m.sender_id, 'TEXT', 'Nota ' || n
      from messages m join chats c on c.id = m.chat_id, generate_series(1, 4500) n where c.uuid = ${chatId}`);
    await app.ctx.db.run(sql`update chats set last_seq = 4501 where uuid = ${chatId}`);
    const zip = await fetchExport(ana, await exported(ana));
    expectSums(zip);
    expect(jsonIn(zip, 'mensajes')).toHaveLength(4501);
    const pages = ['mensajes.html', 'mensajes-2.html', 'mensajes-3.html'].map((name) =>
      String(zip.get(name)),
    );
    expect(pages.map((page) => page.match(/<article>/g)?.length)).toEqual([2000, 2000, 501]);
    expect(pages[0]).toContain('href="mensajes-2.html"');
    expect(pages[1]).toContain('href="mensajes-3.html"');
    expect(zip.has('mensajes-4.html')).toBe(false);
  });

  test('has texts of any length whole and in order', async () => {
    const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
    // Line ends and quotes are longer in JSON, and in a page.
    const texts = ['ñ€😀'.repeat(1_000), 'corto', '"\n'.repeat(2_000), 'ñ€😀'.repeat(900)];
    await sendText(ana, chatId, 'Primera');
    await app.ctx.db.run(sql`
      insert into messages (chat_id, seq, uuid, sender_id, type, content)
      select m.chat_id, n + 1, gen_random_uuid(), m.sender_id, 'TEXT',
        case n % 5 when 4 then repeat('ñ€😀', 20000) else (${texts}::text[])[n % 5 + 1] end
      from messages m join chats c on c.id = m.chat_id, generate_series(1, 60) n where c.uuid = ${chatId}`);
    await app.ctx.db.run(sql`update chats set last_seq = 61 where uuid = ${chatId}`);
    const zip = await fetchExport(ana, await exported(ana));
    expectSums(zip);
    const expected = Array.from(
      { length: 60 },
      (_, n) => texts[(n + 1) % 5] ?? 'ñ€😀'.repeat(20_000),
    );
    const contents = jsonIn(zip, 'mensajes').map(({ content }: { content: string }) => content);
    expect(contents).toEqual(['Primera', ...expected]);
    expect(textIn(zip, 'mensajes.html').split('ñ€😀').length - 1).toBe(12 * (1_000 + 900 + 20_000));
  });

  test('is one of 20 at most that a person has made at once', async () => {
    await app.ctx.exporter.close();
    for (let n = 0; n < 21; n++) await registerPerson(app, `persona-${n}`);
    const people = await app.ctx.db.many<{ uuid: string }>(
      sql`select uuid from users where email like 'persona-%'`,
    );
    const statuses = [];
    for (const { uuid } of people) {
      statuses.push((await app.elena.request('POST', `/users/${uuid}/data-exports`)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
  });
});
