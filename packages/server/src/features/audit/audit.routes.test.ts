import { listAuditEvents } from '@chat/contract/audit/audit.routes';
import type { AuditEvent } from '@chat/contract/audit/audit.schema';
import { getPersonalChat } from '@chat/contract/chats/chats.routes';
import { deleteMessage, listMessages } from '@chat/contract/messages/messages.routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  await sendText(cast.ana, direct, 'Entre nosotros');
});
afterAll(() => app.close());

const read = (reader: Client, chatId: string) => reader.call(listMessages, { params: { chatId } });

async function eventsOf(chatId: string): Promise<AuditEvent[]> {
  const { content } = await cast.elena.call(listAuditEvents, {});
  return content.filter((event) => event.chatId === chatId);
}

test('an administrator who reads a conversation leaves one line, however far he reads', async () => {
  await read(cast.elena, direct);
  await read(cast.elena, direct);
  const live = await cast.elena.connect();
  await live.emit('watch', { chatId: direct });
  live.close();
  expect(await eventsOf(direct)).toEqual([
    {
      id: expect.any(Number),
      happenedAt: expect.stringMatching(/Z$/),
      action: 'CHAT_READ',
      actorId: cast.elena.uuid,
      actorEmail: cast.elena.email,
      chatId: direct,
      groupName: 'Ventas',
      memberEmails: expect.arrayContaining([cast.ana.email, cast.bruno.email]),
      messageId: null,
      messageSenderEmail: null,
    },
  ]);
});

test('who only watches live leaves the same line', async () => {
  const other = await directChatOf(cast.ana, cast.carla, cast.ventas);
  const live = await cast.elena.connect();
  await live.emit('watch', { chatId: other });
  live.close();
  expect(await eventsOf(other)).toMatchObject([{ action: 'CHAT_READ' }]);
});

test('members who read their own chats, and refused readers, leave nothing', async () => {
  const personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
  await read(cast.ana, cast.ventasChat);
  await read(cast.diego, cast.ventasChat);
  await read(cast.ana, personal);
  await read(cast.elena, personal);
  expect(await eventsOf(cast.ventasChat)).toEqual([]);
  expect(await eventsOf(personal)).toEqual([]);
});

test('a deletion is told with its author, and one that found nothing is not', async () => {
  const sent = await sendText(cast.bruno, cast.ventasChat, 'Mejor que no');
  const messageId = sent.content[0]?.uuid as string;
  const params = { chatId: cast.ventasChat, messageId };
  await cast.elena.call(deleteMessage, { params });
  await cast.elena.call(deleteMessage, { params });
  const deletions = (await eventsOf(cast.ventasChat)).filter(
    ({ action }) => action === 'MESSAGE_DELETED',
  );
  expect(deletions).toMatchObject([{ messageId, messageSenderEmail: cast.bruno.email }]);
  expect(JSON.stringify(deletions)).not.toContain('Mejor que no');
});

test('the newest comes first, in pages of 50', async () => {
  const { content, pagination } = await cast.elena.call(listAuditEvents, {});
  expect(pagination).toMatchObject({ page: 1, size: 50, totalElements: content.length });
  const ids = content.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
});

test.each([
  'update audit_events set actor_id = actor_id',
  'delete from audit_events',
  'truncate audit_events',
])('nobody can edit it, not even by SQL: %s', async (statement) => {
  await read(cast.elena, direct);
  await expect(app.ctx.db.run(sql([statement]))).rejects.toThrow('only ever added');
});
