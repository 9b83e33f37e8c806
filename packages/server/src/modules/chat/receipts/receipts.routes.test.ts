import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { addGroupParticipants, deleteGroup, removeGroupParticipant } from '@chat/contract/groups';
import { deleteOwnMessage, getInformation, type Information } from '@chat/contract/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import {
  createGroupOf,
  directChatOf,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { type LiveStage, startLiveStage } from '../../../../test/live-cast.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';
import { sql } from '../../../db/database.ts';

let stage: LiveStage;
let app: LiveStage['app'];
let cast: LiveStage['cast'];
let live: LiveStage['live'];
beforeAll(async () => {
  stage = await startLiveStage();
  ({ app, cast, live } = stage);
});
beforeEach(() => stage.settle());
afterAll(() => stage.close());

const send = async (who: Client, chatId: string) => {
  const [sent] = (await sendText(who, chatId, '¿Lo has leído?')).content;
  return { uuid: required(sent, 'sent').uuid, seq: required(sent, 'sent').seq };
};
const inform = (who: Client, messageId: string) =>
  who.call(getInformation, { params: { messageId } });
const read = async (messageId: string): Promise<Information> =>
  (await inform(cast.ana, messageId)).content;
const emailsOf = ({ seenBy, deliveredTo, pending }: Information) =>
  [seenBy, deliveredTo, pending].map((people) => people.map(({ email }) => email.split('@')[0]));
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('of a message', () => {
  test('each member but its author stands in one list, the furthest, with when', async () => {
    const group = await createGroupOf(app, 'Listas', [
      cast.ana,
      cast.bruno,
      cast.carla,
      cast.diego,
    ]);
    const chatId = await groupChatOf(cast.ana, group);
    const { uuid, seq } = await send(cast.ana, chatId);
    expect(emailsOf(await read(uuid))).toEqual([[], [], ['bruno', 'carla', 'diego']]);
    await live.bruno.emit('delivered', { chatId, upToSeq: seq });
    await live.carla.emit('delivered', { chatId, upToSeq: seq });
    await live.carla.emit('seen', { chatId, upToSeq: seq });
    expect(await read(uuid)).toEqual({
      seenBy: [{ uuid: cast.carla.uuid, email: 'carla@empresa.local', at: time }],
      deliveredTo: [{ uuid: cast.bruno.uuid, email: 'bruno@empresa.local', at: time }],
      pending: [{ uuid: cast.diego.uuid, email: 'diego@empresa.local' }],
    });
  });

  test('the latest come first, and who came later, or has left, is in no list', async () => {
    const group = await createGroupOf(app, 'Orden', [cast.ana, cast.bruno, cast.carla]);
    const chatId = await groupChatOf(cast.ana, group);
    const { uuid } = await send(cast.ana, chatId);
    await live.carla.emit('seen', { chatId });
    await live.bruno.emit('seen', { chatId });
    const params = { groupId: group.uuid };
    await cast.elena.call(addGroupParticipants, { params, body: { userIds: [cast.diego.uuid] } });
    expect(emailsOf(await read(uuid))).toEqual([['bruno', 'carla'], [], []]);
    const carla = { ...params, userId: cast.carla.uuid };
    await cast.elena.call(removeGroupParticipant, { params: carla });
    expect(emailsOf(await read(uuid))).toEqual([['bruno'], [], []]);
  });

  test('who left and came back is told of as of what was written while they were there', async () => {
    const group = await createGroupOf(app, 'Vueltas', [cast.ana, cast.bruno]);
    const chatId = await groupChatOf(cast.ana, group);
    const params = { groupId: group.uuid };
    const leave = () =>
      cast.elena.call(removeGroupParticipant, {
        params: { ...params, userId: cast.bruno.uuid },
      });
    const comeBack = () =>
      cast.elena.call(addGroupParticipants, { params, body: { userIds: [cast.bruno.uuid] } });
    const seen = await send(cast.ana, chatId);
    await live.bruno.emit('seen', { chatId, upToSeq: seen.seq });
    const unseen = await send(cast.ana, chatId);
    await leave();
    const without = await send(cast.ana, chatId);
    await comeBack();
    const again = await send(cast.ana, chatId);
    await leave();
    await comeBack();
    expect((await read(seen.uuid)).seenBy).toEqual([
      { uuid: cast.bruno.uuid, email: 'bruno@empresa.local', at: time },
    ]);
    expect((await read(unseen.uuid)).seenBy).toMatchObject([{ uuid: cast.bruno.uuid, at: null }]);
    expect(emailsOf(await read(without.uuid))).toEqual([[], [], []]);
    expect(emailsOf(await read(again.uuid))).toEqual([['bruno'], [], []]);
  });

  test('writing is seeing, at the time of what was written', async () => {
    const chatId = await directChatOf(cast.ana, cast.carla, cast.ventas);
    const { uuid } = await send(cast.ana, chatId);
    const [answer] = (await sendText(cast.carla, chatId, 'Sí')).content;
    expect((await read(uuid)).seenBy).toEqual([
      { uuid: cast.carla.uuid, email: 'carla@empresa.local', at: answer?.createdAt },
    ]);
    expect(await live.ana.waitFor('message:info')).toEqual({
      chatId,
      userId: cast.carla.uuid,
      deliveredSeq: answer?.seq,
      seenSeq: answer?.seq,
      at: answer?.createdAt,
    });
  });

  test('a mark that stands there since before times were stored has none', async () => {
    const chatId = await directChatOf(cast.ana, cast.carla, cast.ventas);
    const { uuid, seq } = await send(cast.ana, chatId);
    await live.carla.emit('seen', { chatId });
    await app.ctx.db.run(sql`delete from mark_advances where up_to_seq = ${seq}`);
    expect((await read(uuid)).seenBy).toMatchObject([{ uuid: cast.carla.uuid, at: null }]);
  });
});

describe('is read', () => {
  test('by its author while a member, and by nobody else but administrators, which is recorded', async () => {
    const group = await createGroupOf(app, 'Quién', [cast.ana, cast.bruno]);
    const chatId = await groupChatOf(cast.ana, group);
    const { uuid } = await send(cast.bruno, chatId);
    const statuses = async () =>
      Promise.all(
        [cast.ana, cast.bruno, cast.diego].map(async (who) => (await inform(who, uuid)).status),
      );
    expect(await statuses()).toEqual([403, 200, 404]);
    const before = (await auditEvents(cast.elena, { action: 'INFO' })).length;
    expect((await inform(cast.elena, uuid)).status).toBe(200);
    const lines = await auditEvents(cast.elena, { action: 'INFO' });
    expect(lines.length - before).toBe(1);
    expect(lines[0]).toMatchObject({
      actorEmail: 'elena@empresa.local',
      chatId,
      messageId: uuid,
      messageSenderEmail: 'bruno@empresa.local',
    });
    const params = { groupId: group.uuid, userId: cast.bruno.uuid };
    await cast.elena.call(removeGroupParticipant, { params });
    expect(await statuses()).toEqual([403, 404, 404]);
  });

  test('of nothing that is deleted, unknown, or in a personal chat (404)', async () => {
    const { uuid } = await send(cast.ana, cast.ventasChat);
    await cast.ana.call(deleteOwnMessage, { params: { messageId: uuid } });
    const personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
    const own = await send(cast.ana, personal);
    for (const messageId of [uuid, own.uuid, NOBODY]) {
      expect((await inform(cast.ana, messageId)).status).toBe(404);
      expect((await inform(cast.elena, messageId)).status).toBe(404);
    }
  });
});

describe('message:info', () => {
  test('tells all sockets of the authors whose messages a mark has passed, and nobody else', async () => {
    const group = await createGroupOf(app, 'Aviso', [cast.ana, cast.bruno, cast.carla]);
    const chatId = await groupChatOf(cast.ana, group);
    await send(cast.carla, chatId);
    const { seq } = await send(cast.ana, chatId);
    await stage.settle();
    await live.bruno.emit('seen', { chatId });
    const expected = {
      chatId,
      userId: cast.bruno.uuid,
      deliveredSeq: seq,
      seenSeq: seq,
      at: time,
    };
    const isBruno = ({ userId }: { userId: string }) => userId === cast.bruno.uuid;
    for (const socket of [live.ana, live.anaToo, live.carla]) {
      expect(await socket.waitFor('message:info', isBruno)).toEqual(expected);
    }
    for (const socket of [live.bruno, live.brunoToo, live.diego]) {
      await socket.fence();
      expect(socket.all('message:info')).toEqual([]);
    }
  });

  test('of a long absence reaches those who have written since, and no others', async () => {
    const group = await createGroupOf(app, 'Ausente', [cast.ana, cast.bruno, cast.carla]);
    const chatId = await groupChatOf(cast.ana, group);
    await send(cast.carla, chatId);
    await live.bruno.emit('seen', { chatId });
    for (let n = 0; n < 201; n++) await sendText(cast.ana, chatId, 'Mucho');
    await stage.settle();
    await live.bruno.emit('seen', { chatId });
    await live.ana.waitFor('message:info', ({ seenSeq }) => seenSeq === 202);
    await live.carla.fence();
    expect(live.carla.all('message:info').map(({ userId }) => userId)).not.toContain(
      cast.bruno.uuid,
    );
  });

  test('is not said again of a mark that stays where it is', async () => {
    const chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    await send(cast.ana, chatId);
    await live.bruno.emit('seen', { chatId });
    await live.ana.waitFor('message:info');
    await stage.settle();
    await live.bruno.emit('seen', { chatId });
    await live.ana.fence();
    expect(live.ana.all('message:info')).toEqual([]);
  });
});

describe('times', () => {
  const advances = (chatId: string) =>
    app.ctx.db.many<{ kind: string; fromSeq: number; upToSeq: number }>(sql`
      select a.kind, a.from_seq, a.up_to_seq from mark_advances a join chats c on c.id = a.chat_id
      where c.uuid = ${chatId} order by a.kind, a.up_to_seq`);

  test('one movement is one row, however many messages it passes', async () => {
    const group = await createGroupOf(app, 'Filas', [cast.ana, cast.bruno]);
    const chatId = await groupChatOf(cast.ana, group);
    for (let n = 0; n < 3; n++) await send(cast.ana, chatId);
    await live.bruno.emit('delivered', { chatId, upToSeq: 2 });
    await live.bruno.emit('seen', { chatId, upToSeq: 3 });
    await live.bruno.emit('seen', { chatId, upToSeq: 3 });
    expect(await advances(chatId)).toEqual([
      { kind: 'DELIVERED', fromSeq: 0, upToSeq: 2 },
      { kind: 'SEEN', fromSeq: 0, upToSeq: 3 },
    ]);
  });

  test('go with the group, and a personal chat has none', async () => {
    const personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
    await send(cast.ana, personal);
    await live.ana.emit('seen', { chatId: personal });
    expect(await advances(personal)).toEqual([]);
    const group = await createGroupOf(app, 'Breve', [cast.ana, cast.bruno]);
    const chatId = await groupChatOf(cast.ana, group);
    await send(cast.ana, chatId);
    await live.bruno.emit('seen', { chatId });
    expect(await advances(chatId)).toHaveLength(1);
    await cast.elena.call(deleteGroup, { params: { groupId: group.uuid } });
    expect(await advances(chatId)).toEqual([]);
  });

  test('of a group of many people are read at once', async () => {
    const people = await Promise.all(
      ['eva', 'fidel', 'gema', 'hugo'].map((name) => registerPerson(app, name)),
    );
    const group = await createGroupOf(app, 'Muchos', [cast.ana, ...people]);
    const chatId = await groupChatOf(cast.ana, group);
    const { uuid } = await send(cast.ana, chatId);
    for (const person of people) await sendText(person, chatId, 'Visto');
    expect(emailsOf(await read(uuid))).toEqual([['hugo', 'gema', 'fidel', 'eva'], [], []]);
  });
});
