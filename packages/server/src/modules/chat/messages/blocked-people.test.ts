import { firstOf, required } from '@chat/contract/checks';
import { listGroups, removeGroupParticipant } from '@chat/contract/groups';
import { getInformation } from '@chat/contract/messages';
import { blockUser, unblockUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createGroupOf,
  directChatOf,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import { type LiveStage, startLiveStage } from '../../../../test/live-cast.ts';

let stage: LiveStage;
let app: LiveStage['app'];
let cast: LiveStage['cast'];
let live: LiveStage['live'];
beforeAll(async () => {
  stage = await startLiveStage();
  ({ app, cast, live } = stage);
});
afterAll(() => stage.close());

const send = async (chatId: string) =>
  firstOf((await sendText(cast.ana, chatId, '¿Lo has leído?')).content);
/** The information of a message of Ana: seen, delivered, pending. */
const listed = async (messageId: string) => {
  const { content } = await cast.ana.call(getInformation, { params: { messageId } });
  const { seenBy, deliveredTo, pending } = content;
  return [seenBy, deliveredTo, pending].map((people) =>
    people.map(({ email }) => email.split('@')[0]),
  );
};

test('who is blocked is in no list, as no tick waits for them, and is again once they are not', async () => {
  const lola = await registerPerson(app, 'lola');
  const group = await createGroupOf(app, 'Bloqueos', [cast.ana, cast.bruno, lola]);
  const chatId = await groupChatOf(cast.ana, group);
  const direct = await directChatOf(cast.ana, lola, group);
  const { uuid, seq } = await send(chatId);
  const alone = await send(direct);
  await live.bruno.emit('seen', { chatId, upToSeq: seq });
  const params = { userId: lola.uuid };
  await cast.elena.call(blockUser, { params });
  await live.ana.waitFor('message:seen', (event) => event.chatId === chatId);
  expect(await listed(uuid)).toEqual([['bruno'], [], []]);
  expect(await listed(alone.uuid)).toEqual([[], [], []]);
  await cast.elena.call(unblockUser, { params });
  expect(await listed(uuid)).toEqual([['bruno'], [], ['lola']]);
  expect(await listed(alone.uuid)).toEqual([[], [], ['lola']]);
});

test('a block and its end are told to those who share a group with the user and to administrators alone', async () => {
  const outsider = await registerPerson(app, 'olga');
  const groups = (await cast.elena.call(listGroups, {})).content;
  const general = required(
    groups.find(({ name }) => name === 'GENERAL'),
    'general',
  ).uuid;
  const leaving = { groupId: general, userId: outsider.uuid };
  await cast.elena.call(removeGroupParticipant, { params: leaving });
  const [olga, elena] = [await outsider.connect(), await cast.elena.connect()];
  const userId = (await registerPerson(app, 'nora')).uuid;
  for (const route of [blockUser, unblockUser]) {
    await cast.elena.call(route, { params: { userId } });
    const blocked = route === blockUser;
    for (const socket of [live.ana, live.anaToo, elena]) {
      // An event about the person of the earlier test may still arrive first.
      const changed = await socket.waitFor('standing:changed', (event) => event.userId === userId);
      expect(changed).toEqual({ userId, blocked });
      socket.forget();
    }
    await olga.fence();
    expect(olga.all('standing:changed')).toEqual([]);
  }
  olga.close();
  elena.close();
});
