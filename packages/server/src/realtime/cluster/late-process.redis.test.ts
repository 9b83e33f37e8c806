import { setTimeout as pause } from 'node:timers/promises';
import { firstOf, required } from '@chat/contract/checks';
import { addGroupParticipants, removeGroupParticipant } from '@chat/contract/groups';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { type Cast, createGroupOf, gatherCast, groupChatOf, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { at, type Processes, receiveLate, startProcesses } from '../../../test/processes.ts';
import type { LiveClient } from '../../../test/socket-client.ts';
import { chatRoom, userRoom } from '../live-sockets.ts';
import type { SharedRedis } from './open-redis.ts';

let processes: Processes;
let late: TestApp;
let commands: SharedRedis['commands'];
/** The name of a room in Redis. */
let named: (room: string) => string;
let cast: Cast;
// Each test changes how a process speaks to Redis, so it has processes of its own.
beforeEach(async () => {
  processes = await startProcesses();
  late = processes.other;
  receiveLate(late, 100);
  const redis = required(late.ctx.redis, 'redis');
  commands = redis.commands;
  named = (room) => redis.secrets.nameOf(room);
  cast = await gatherCast(processes.one);
});
afterEach(() => processes.close());

/** Makes a group of Ana and Diego; returns its chat. */
const createPair = async () => {
  const group = await createGroupOf(processes.one, 'Enseguida', [cast.ana, cast.diego]);
  return { group, chatId: await groupChatOf(cast.ana, group) };
};
const say = async (sender: Client, chatId: string) =>
  firstOf((await sendText(sender, chatId, 'Bienvenido')).content).uuid;

async function expectReceived(live: LiveClient, uuid: string): Promise<void> {
  expect(await live.waitFor('message', (message) => message.uuid === uuid)).toBeDefined();
  live.close();
}

test('who is put into a group hears its next message', async () => {
  const live = await at(late, cast.diego).connect();
  const { chatId } = await createPair();
  await expectReceived(live, await say(cast.ana, chatId));
});

test('who is put into a group after its process has looked up their groups, and before others know that they are there', async () => {
  let created: Awaited<ReturnType<typeof createPair>> | undefined;
  const sendEntry = commands.sendEntry.bind(commands);
  commands.sendEntry = async (...given) => {
    const [by, , , , , audience] = given;
    const isOpening = audience === by;
    if (isOpening && given.includes(named(userRoom(cast.diego.uuid))))
      created ??= await createPair();
    // The other processes learn of the group's own room only some time later.
    if (isOpening && created && given.includes(named(chatRoom(created.chatId)))) await pause(100);
    return sendEntry(...given);
  };
  const live = await at(late, cast.diego).connect();
  await expectReceived(live, await say(cast.ana, required(created, 'group').chatId));
});

test('who is put back into a group while its room is being taken out for their process', async () => {
  const live = await at(late, cast.diego).connect();
  const { group, chatId } = await createPair();
  const message = new Promise<string>((settle) => {
    const evaluate = commands.eval.bind(commands);
    const removeLate = async (...given: Parameters<typeof evaluate>) => {
      if (!given.includes(named(chatRoom(chatId)))) return evaluate(...given);
      const body = { userIds: [cast.diego.uuid] };
      const params = { groupId: group.uuid };
      await processes.one.elena.call(addGroupParticipants, { params, body });
      const answer = await evaluate(...given);
      settle(say(cast.ana, chatId));
      return answer;
    };
    Object.assign(commands, { eval: removeLate });
  });
  const params = { groupId: group.uuid, userId: cast.diego.uuid };
  await processes.one.elena.call(removeGroupParticipant, { params });
  await expectReceived(live, await message);
});
