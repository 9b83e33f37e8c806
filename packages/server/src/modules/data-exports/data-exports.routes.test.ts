import { randomBytes } from 'node:crypto';
import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import {
  createOwnExport,
  downloadExport,
  downloadOwnExport,
  getOwnExport,
  listOwnExports,
} from '@chat/contract/data-exports';
import { blockUser } from '@chat/contract/users';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { createGroupOf, groupChatOf, registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import {
  expectSums,
  exported,
  fetchExport,
  jsonIn,
  ownData,
  readZip,
} from '../../../test/exports.ts';
import { fetchFile, sentFile, storedKeys } from '../../../test/files.ts';
import { expectUnknownIds } from '../../../test/wrong-values.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let ana: Client;
let bruno: Client;
beforeEach(async () => {
  app = await startApp();
  ana = await registerPerson(app, 'ana');
  bruno = await registerPerson(app, 'bruno');
});
afterEach(() => app.close());

const listed = async (person: Client) => (await person.call(listOwnExports, {})).content;
const stateOf = (person: Client, exportId: string) =>
  person.call(getOwnExport, { params: { exportId } });
const age = (hours: number) =>
  app.ctx.db.run(
    sql`update data_exports set ended_at = ended_at - make_interval(secs => ${hours * 3_600})`,
  );
const HOUR_MS = 3_600_000;

test('a person asks for their data, hears when the ZIP is ready, and fetches it for 24 hours', async () => {
  const before = Date.now();
  const job = await exported(ana);
  expect(job).toMatchObject({ status: 'READY', expiresAt: null, size: null, fileUrl: null });
  const { content } = await stateOf(ana, job.uuid);
  const { bytes } = await fetchFile(ana, `/api/users/me/data-exports/${job.uuid}/file`);
  expect(content).toEqual({
    uuid: job.uuid,
    status: 'READY',
    createdAt: job.createdAt,
    expiresAt: expect.any(String),
    size: bytes.length,
    fileUrl: `/api/files/exports/${job.uuid}`,
  });
  const expiresAt = Date.parse(required(content.expiresAt, 'end'));
  expect(expiresAt).toBeGreaterThanOrEqual(before + 24 * HOUR_MS);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + 24 * HOUR_MS);
  expect(await listed(ana)).toEqual([content]);
  const zip = await readZip(bytes);
  expectSums(zip);
  expect(await fetchExport(ana, job)).toEqual(zip);
});

test('a ZIP comes as an attachment, whole and in ranges', async () => {
  const job = await exported(ana);
  const path = `/api/files/exports/${job.uuid}`;
  const whole = await fetchFile(ana, path);
  expect(whole.headers.get('content-type')).toBe('application/zip');
  expect(whole.headers.get('content-disposition')).toContain(
    'attachment; filename="mis-datos.zip"',
  );
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  const half = Math.floor(whole.bytes.length / 2);
  const [first, second] = [
    await fetchFile(ana, path, { range: `bytes=0-${half - 1}` }),
    await fetchFile(ana, path, { range: `bytes=${half}-` }),
  ];
  expect([first.status, second.status]).toEqual([206, 206]);
  expect(Buffer.concat([first.bytes, second.bytes]).equals(whole.bytes)).toBe(true);
  const etag = required(whole.headers.get('etag'), 'etag');
  for (const [condition, status] of [[etag, 206] as const, ['"another"', 200] as const]) {
    const resumed = await fetchFile(ana, path, { range: 'bytes=9-', 'if-range': condition });
    expect(resumed.status).toBe(status);
  }
  const head = await fetchFile(ana, path, {}, 'HEAD');
  expect(head.headers.get('content-length')).toBe(String(whole.bytes.length));
});

test('the cookie of files opens a ZIP at fileUrl alone, for who asked, while signed in', async () => {
  const job = await exported(ana);
  const path = `/api/files/exports/${job.uuid}`;
  const byCookie = async (person: Client, address: string) => {
    const reply = await person.login(person.email);
    const cookie = required(reply.headers.get('set-cookie'), 'cookie').split(';')[0] ?? '';
    return {
      cookie,
      ...(await fetchFile({ url: app.url, token: undefined }, address, { cookie })),
    };
  };
  const { bytes, cookie } = await byCookie(ana, path);
  expect(bytes.equals((await fetchFile(ana, path)).bytes)).toBe(true);
  expect((await byCookie(bruno, path)).status).toBe(404);
  const elsewhere = `/api/users/me/data-exports/${job.uuid}/file`;
  expect((await byCookie(ana, elsewhere)).status).toBe(401);
  await app.elena.call(blockUser, { params: { userId: ana.uuid } });
  const signedOut = { url: app.url, token: undefined };
  expect((await fetchFile(signedOut, path, { cookie })).status).toBe(401);
  expect((await fetchFile(signedOut, path)).status).toBe(401);
});

test('nobody but who asked for a ZIP sees or fetches it, administrators neither', async () => {
  const { uuid: exportId } = await exported(ana);
  for (const person of [bruno, app.elena]) {
    expect(await listed(person)).toEqual([]);
    for (const route of [getOwnExport, downloadOwnExport, downloadExport]) {
      expect((await person.call(route, { params: { exportId } })).status).toBe(404);
    }
  }
  await expectUnknownIds(ana, [[getOwnExport], [downloadOwnExport], [downloadExport]]);
});

test('while a ZIP is made, asking again gives the same one, and there is nothing to fetch', async () => {
  // A process that ends only with the test makes it.
  await app.ctx.exporter.close();
  const first = await ana.call(createOwnExport, {});
  const again = await ana.call(createOwnExport, {});
  const { uuid: exportId } = first.content;
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.content).toEqual(first.content);
  expect(await listed(ana)).toEqual([
    { ...first.content, status: 'WORKING', expiresAt: null, size: null, fileUrl: null },
  ]);
  for (const route of [downloadOwnExport, downloadExport]) {
    const reply = await ana.call(route, { params: { exportId } });
    expect([reply.status, reply.message]).toEqual([409, 'La descarga todavía no está preparada.']);
  }
  expect((await bruno.call(createOwnExport, {})).status).toBe(201);
});

test('of several that are asked for at once one is made', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => ana.call(createOwnExport, {})),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect(new Set(replies.map(({ content }) => content.uuid)).size).toBe(1);
});

test('a newer ZIP that is ready replaces the older one of the same person alone', async () => {
  const first = await exported(ana);
  const other = await exported(bruno);
  const keys = await storedKeys(app);
  expect(keys).toHaveLength(2);
  const second = await exported(ana);
  expect((await listed(ana)).map(({ uuid }) => uuid)).toEqual([second.uuid]);
  expect((await stateOf(ana, first.uuid)).status).toBe(404);
  expect((await stateOf(bruno, other.uuid)).content.status).toBe('READY');
  await expect.poll(() => storedKeys(app)).toHaveLength(2);
});

test('a download that has begun goes on to its end when a newer ZIP replaces it', async () => {
  const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
  // More than lies between the two ends of a connection.
  await sentFile(ana, chatId, { bytes: randomBytes(12 * 2 ** 20) });
  const job = await exported(ana);
  const [key = ''] = (await storedKeys(app)).filter((name) => name.endsWith('.export'));
  const response = await fetch(`${ana.url}/api/files/exports/${job.uuid}`, {
    headers: { authorization: `Bearer ${ana.token}` },
  });
  await exported(ana);
  await expect.poll(() => storedKeys(app)).not.toContain(key);
  expectSums(await readZip(Buffer.from(await response.arrayBuffer())));
});

test('an expired ZIP is gone at once, and its file soon', async () => {
  const job = await exported(ana);
  await age(23.9);
  expect((await stateOf(ana, job.uuid)).status).toBe(200);
  await age(0.1);
  expect(await listed(ana)).toEqual([]);
  for (const route of [getOwnExport, downloadOwnExport, downloadExport]) {
    expect((await ana.call(route, { params: { exportId: job.uuid } })).status).toBe(404);
  }
  app = await app.restart();
  await expect.poll(() => storedKeys(app)).toEqual([]);
  await expect.poll(() => app.ctx.db.many(sql`select from data_exports`)).toEqual([]);
});

test('an administrator’s ZIP has no name of a file that others sent and they read', async () => {
  const group = await createGroupOf(app, 'Ventas', [ana, bruno]);
  const chatId = await groupChatOf(bruno, group);
  const { mediaUrl } = await sentFile(bruno, chatId, {
    bytes: 'texto',
    fileName: 'nombre-ajeno.txt',
  });
  expect((await fetchFile(app.elena, mediaUrl)).status).toBe(200);
  const zip = await ownData(app.elena);
  expect(jsonIn(zip, 'auditoria')).toContainEqual(
    expect.objectContaining({ action: 'FILE_READ', actor: app.elena.email, detail: null }),
  );
  const everything = [...zip].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
  expect(everything.includes('nombre-ajeno')).toBe(false);
});

test('asking and fetching stand in the audit, a file that comes in pieces once', async () => {
  const job = await exported(ana);
  await fetchFile(ana, `/api/files/exports/${job.uuid}`, {}, 'HEAD');
  expect(await auditEvents(app.elena, { action: 'EXPORT_FETCHED' })).toEqual([]);
  for (let piece = 0; piece < 3; piece++) {
    await fetchFile(ana, `/api/files/exports/${job.uuid}`, { range: `bytes=${piece}-${piece}` });
  }
  for (const action of ['DATA_EXPORTED', 'EXPORT_FETCHED'] as const) {
    expect(await auditEvents(app.elena, { action })).toMatchObject([
      { actorEmail: ana.email, targetEmail: ana.email, address: '127.0.0.1' },
    ]);
  }
});
