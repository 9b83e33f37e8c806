import { required } from '@chat/contract/checks';
import { deleteMessage, listMessages, type Message } from '@chat/contract/messages';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { type FakeS3, openFakeS3 } from '../../../../test/fake-s3.ts';
import {
  fetchFile,
  newestOf,
  picture,
  sendFile,
  sentFile,
  storedKeys,
} from '../../../../test/files.ts';
import { readConfig } from '../../../config/env.ts';
import { sql } from '../../../db/database.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { sweepFiles } from './files.actions.ts';

const HOUR_MS = 3_600_000;

let s3: FakeS3;
beforeAll(async () => {
  s3 = await openFakeS3();
});
afterAll(() => s3.close());

describe.each(['disk', 'S3'])('with files on %s', (store) => {
  let app: TestApp;
  let cast: Cast;
  beforeAll(async () => {
    app = await startApp(store === 'S3' ? { s3: readConfig({ S3_URL: s3.url }).s3 } : {});
    cast = await gatherCast(app);
  });
  afterAll(() => app.close());

  const keys = async () => (store === 'S3' ? [...s3.objects.keys()].sort() : storedKeys(app));
  const idOf = ({ mediaUrl }: Message) => required(mediaUrl?.split('/').at(-1), 'file id');
  const remove = ({ uuid }: Message) =>
    cast.elena.call(deleteMessage, { params: { chatId: cast.ventasChat, messageId: uuid } });
  const sentPicture = async () =>
    sentFile(cast.ana, cast.ventasChat, { type: 'IMAGE', bytes: await picture() });

  test('a picture is read, whole, in part and small', async () => {
    const bytes = await picture();
    const { mediaUrl } = await sentFile(cast.ana, cast.ventasChat, { type: 'IMAGE', bytes });
    const whole = await fetchFile(cast.bruno, mediaUrl);
    expect(whole.bytes.equals(bytes)).toBe(true);
    const part = await fetchFile(cast.bruno, mediaUrl, { range: 'bytes=1-3' });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'PNG']);
    const thumb = await fetchFile(cast.bruno, `${mediaUrl}?size=thumb`);
    expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test('deleting a message deletes its file and its small variant', async () => {
    const kept = await keys();
    const message = await sentPicture();
    const id = idOf(message);
    expect(await keys()).toEqual([...kept, id, `${id}.thumbnail`].sort());
    expect((await remove(message)).status).toBe(200);
    expect(await keys()).toEqual(kept);
    expect((await fetchFile(cast.ana, message.mediaUrl)).status).toBe(404);
  });

  test('deleting a message takes its reactions and mentions along', async () => {
    const message = await sentFile(cast.ana, cast.ventasChat, { bytes: 'hola' });
    await cast.bruno.request('POST', `/chats/messages/${message.uuid}/react`, { emoji: '👍' });
    await app.ctx.db.run(sql`
      insert into mentions (message_id, user_id) values (${message.id}, ${cast.bruno.user.id})`);
    await remove(message);
    const left = await app.ctx.db.many(sql`
      select message_id from reactions where message_id = ${message.id}
      union all select message_id from mentions where message_id = ${message.id}`);
    expect(left).toEqual([]);
  });

  test('a reply shows the picture it answers until that is deleted', async () => {
    const message = await sentPicture();
    const params = { messageId: message.uuid };
    await cast.bruno.call(replyToMessage, { params, body: { content: 'bonita' } });
    const reply = await newestOf(cast.carla, cast.ventasChat);
    expect(reply?.replyToMessageMediaUrl).toBe(message.mediaUrl);
    await remove(message);
    const list = await cast.carla.call(listMessages, { params: { chatId: cast.ventasChat } });
    expect(list.content.at(-1)).toMatchObject({
      replyToMessageMediaUrl: null,
      replyToMessageContent: 'Mensaje eliminado',
    });
  });

  test('what no message claims for an hour is swept away, and nothing else', async () => {
    const message = await sentPicture();
    const kept = await keys();
    const abandoned = newUuid();
    const since = new Date();
    await app.ctx.db.run(sql`
      insert into files (uuid, name, media_type, size, created_at)
      values (${abandoned}, 'a', 'text/plain', 1, ${since})`);
    const rows = () => app.ctx.db.many(sql`select from files where uuid = ${abandoned}`);
    await sweepFiles(app.ctx, since.getTime() + HOUR_MS);
    expect(await rows()).toHaveLength(1);
    await sweepFiles(app.ctx, since.getTime() + HOUR_MS + 1);
    expect(await rows()).toHaveLength(0);
    expect(await keys()).toEqual(kept);
    expect((await fetchFile(cast.bruno, message.mediaUrl)).status).toBe(200);
  });
});

describe('when the store fails', () => {
  let app: TestApp;
  let cast: Cast;
  beforeAll(async () => {
    app = await startApp({ s3: readConfig({ S3_URL: s3.url }).s3 });
    cast = await gatherCast(app);
  });
  afterAll(() => app.close());

  test('a send is 503 and no message appears; a later sweep removes what is left of it', async () => {
    const before = await newestOf(cast.ana, cast.ventasChat);
    s3.fail(true);
    const reply = await sendFile(cast.ana, cast.ventasChat, { bytes: 'hola' });
    s3.fail(false);
    expect([reply.status, reply.content]).toEqual([503, undefined]);
    expect(await newestOf(cast.ana, cast.ventasChat)).toEqual(before);
    await sweepFiles(app.ctx, Date.now() + 2 * HOUR_MS);
    expect(await app.ctx.db.many(sql`select from files where message_id is null`)).toEqual([]);
  });

  test('what the store takes after it was given up is removed by a later sweep', async () => {
    const before = [...s3.objects.keys()];
    s3.putLate(true);
    const { status } = await sendFile(cast.ana, cast.ventasChat, { bytes: 'hola' });
    s3.putLate(false);
    expect([status, s3.objects.size]).toEqual([503, before.length + 1]);
    await sweepFiles(app.ctx, Date.now() + 2 * HOUR_MS);
    expect([...s3.objects.keys()]).toEqual(before);
  });

  test('a message is deleted all the same, and its file when the store is back', async () => {
    const message = await sentFile(cast.ana, cast.ventasChat, { bytes: 'hola' });
    const id = required(message.mediaUrl?.split('/').at(-1), 'file id');
    s3.fail(true);
    const params = { chatId: cast.ventasChat, messageId: message.uuid };
    expect((await cast.elena.call(deleteMessage, { params })).status).toBe(200);
    s3.fail(false);
    expect(s3.objects.has(id)).toBe(true);
    expect((await fetchFile(cast.ana, message.mediaUrl)).status).toBe(404);
    await sweepFiles(app.ctx, Date.now() + 2 * HOUR_MS);
    expect(s3.objects.has(id)).toBe(false);
  });

  test('a file that cannot be read is 503', async () => {
    const message = await sentFile(cast.ana, cast.ventasChat, { bytes: 'hola' });
    s3.fail(true);
    expect((await fetchFile(cast.ana, message.mediaUrl)).status).toBe(503);
    s3.fail(false);
  });
});
