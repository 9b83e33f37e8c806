import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { NOBODY, wrongUuidLists } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const mention = (mentionedUserIds: unknown, chatId = cast.ventasChat, referenceId?: string) =>
  cast.ana.request<{ uuid: string }[]>('POST', `/chats/${chatId}/messages`, {
    type: 'TEXT',
    content: '¿Vienes?',
    mentionedUserIds,
    referenceId,
  });
const inForm = (text: string) => {
  const form = new FormData();
  form.append('type', 'TEXT');
  form.append('content', '¿Vienes?');
  form.append('mentionedUserIds', text);
  return cast.ana.request('POST', `/chats/${cast.ventasChat}/messages`, form);
};
const newest = async (chatId = cast.ventasChat) =>
  required((await cast.ana.call(listMessages, { params: { chatId } })).content.at(-1), 'message');
const mentioned = async (chatId?: string) => (await newest(chatId)).mentions;
const named = (...people: Client[]) => people.map(({ uuid, email }) => ({ uuid, email }));

describe('mentioning in a group chat', () => {
  test('names the participants by e-mail, each once', async () => {
    const { bruno, carla } = cast;
    const { status } = await mention([carla.uuid, bruno.uuid, carla.uuid.toUpperCase()]);
    expect([status, await mentioned()]).toEqual([201, named(bruno, carla)]);
  });

  test('works in a form, where the list travels as JSON text', async () => {
    const { status } = await inForm(JSON.stringify([cast.bruno.uuid]));
    expect([status, await mentioned()]).toEqual([201, named(cast.bruno)]);
  });

  test('works in a reply', async () => {
    const messageId = (await newest()).uuid;
    const body = { content: 'Mira', mentionedUserIds: [cast.carla.uuid] };
    await cast.bruno.call(replyToMessage, { params: { messageId }, body });
    expect(await newest()).toMatchObject({
      replyToMessageUuid: messageId,
      mentions: named(cast.carla),
    });
  });

  test('drops who takes no part: outsiders, administrators, nobody', async () => {
    await mention([cast.diego.uuid, app.elena.uuid, NOBODY, cast.bruno.uuid]);
    expect(await mentioned()).toEqual(named(cast.bruno));
  });

  test('drops who has left; who leaves later stays mentioned', async () => {
    const path = `/groups/${cast.ventas.uuid}/users`;
    await mention([cast.carla.uuid]);
    await app.elena.request('DELETE', `${path}/${cast.carla.uuid}`);
    expect(await mentioned()).toEqual(named(cast.carla));
    await mention([cast.carla.uuid]);
    expect(await mentioned()).toEqual([]);
    await app.elena.request('POST', path, { userIds: [cast.carla.uuid] });
  });

  test('is told live just as it is fetched', async () => {
    const live = await cast.bruno.connect();
    await mention([cast.carla.uuid, cast.bruno.uuid]);
    const received = await live.waitFor('message');
    const fetched = await newest();
    expect(received.mentions).toEqual(named(cast.bruno, cast.carla));
    expect({ ...received, status: fetched.status }).toEqual(fetched);
    live.close();
  });

  test('of a repeated send is that of the first', async () => {
    const first = await mention([cast.bruno.uuid], cast.ventasChat, 'mención');
    const again = await mention([cast.carla.uuid], cast.ventasChat, 'mención');
    expect([again.status, again.content]).toEqual([200, first.content]);
    expect(await mentioned()).toEqual(named(cast.bruno));
  });
});

describe('mentioning elsewhere', () => {
  test('is ignored in direct and personal chats', async () => {
    const personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
    for (const chat of [await directChatOf(cast.ana, cast.bruno, cast.ventas), personal]) {
      const { status } = await mention([cast.bruno.uuid, cast.ana.uuid], chat);
      expect([status, await mentioned(chat)]).toEqual([201, []]);
    }
  });
});

describe('mentionedUserIds', () => {
  test.each([
    ['a number', 7],
    ['an object', {}],
    ['a list of lists', [[NOBODY]]],
    ['JSON text of something else', '{"a":1}'],
    ['text that is no JSON', '[1'],
    ['too many', Array.from({ length: 5001 }, () => NOBODY)],
    ...wrongUuidLists,
  ])('cannot be %s: 422', async (_, ids) => {
    const before = await newest();
    const reply = await mention(ids);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['mentionedUserIds']]);
    const path = `/chats/messages/${before.uuid}/reply`;
    const answer = await cast.bruno.request('POST', path, { content: 'a', mentionedUserIds: ids });
    expect([answer.status, Object.keys(answer.errors)]).toEqual([422, ['mentionedUserIds']]);
    expect(await newest()).toEqual(before);
  });

  test('may be left out, null or empty', async () => {
    for (const ids of [undefined, null, []]) {
      expect((await mention(ids)).status).toBe(201);
      expect(await mentioned()).toEqual([]);
    }
    await sendText(cast.ana, cast.ventasChat, 'Sin nadie');
    expect(await mentioned()).toEqual([]);
  });
});
