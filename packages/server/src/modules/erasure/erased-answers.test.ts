import { required } from '@chat/contract/checks';
import { eraseUser } from '@chat/contract/holds';
import { reactToMessage } from '@chat/contract/messages';
import { deleteUser, updateUser } from '@chat/contract/users';
import { replyToMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../../test/build-app.ts';
import type { Client } from '../../../test/client.ts';
import { schedule } from '../../../test/scheduled.ts';
import { answerTo, attemptsIn, createWorld, OWN, SAID, type World } from '../../../test/walk.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld(await startApp());
});
afterAll(() => world.app.close());

/** The words that each route that only reads shows to any of the readers. */
async function findShown(readers: Client[], words: string[]): Promise<Map<string, Set<string>>> {
  const shown = new Map<string, Set<string>>();
  for (const attempt of attemptsIn(world).filter(({ route }) => route.method === 'GET')) {
    const { name } = attempt.route;
    for (const reader of readers) {
      const answer = await answerTo(reader, attempt);
      for (const word of words.filter((one) => answer.includes(one)))
        shown.set(name, (shown.get(name) ?? new Set()).add(word));
    }
  }
  return shown;
}

/** Returns the person another e-mail and names that stand nowhere else; gives all words for them. */
async function rename({ uuid, email: old }: Client, name: string) {
  const names = { firstName: `Zoraidita${name}`, lastName: `Quintanilla${name}` };
  const email = `zoraida-${name}@empresa.local`;
  const body = { ...names, email };
  const { status } = await world.app.elena.call(updateUser, { params: { userId: uuid }, body });
  expect(status).toBe(200);
  return { email, words: [old, email, ...Object.values(names)] };
}

async function erase({ uuid }: Client, email: string, messages: boolean): Promise<void> {
  const params = { userId: uuid };
  await world.app.elena.call(deleteUser, { params });
  const body = { email, messages };
  expect((await world.app.elena.call(eraseUser, { params, body })).status).toBe(200);
}

test('no answer of any route names an erased person, or says what went with them', {
  timeout: 300_000,
}, async () => {
  const { ana, bruno, carla, elena, ventasChat: chatId } = world.cast;
  const gone = [await rename(ana, 'ana'), await rename(bruno, 'bruno')] as const;
  const calls = `Lo saben @${gone[0].email} y @${gone[1].email}`;
  const mentionedUserIds = [ana.uuid, bruno.uuid];
  const body = { type: 'TEXT' as const, content: calls, mentionedUserIds };
  await carla.call(sendMessage, { params: { chatId }, body });
  await schedule(carla, chatId, calls, { mentionedUserIds });
  const said = { messageId: required(world.messages[2], 'message').uuid };
  await bruno.call(replyToMessage, { params: said, body: { content: 'De acuerdo' } });
  await bruno.call(reactToMessage, { params: said, body: { emoji: '👍' } });
  const words = [...gone.flatMap((one) => one.words), SAID, OWN];
  // The answers of before are kept to be given again.
  const before = await findShown([elena, carla], words);
  expect(before.size).toBeGreaterThan(15);
  await erase(ana, gone[0].email, true);
  await erase(bruno, gone[1].email, false);
  const after = await findShown([elena, carla], words);
  // The audit keeps names of files that were read.
  expect(Object.fromEntries(after)).toEqual({
    exportAuditEvents: new Set([SAID]),
    listAuditEvents: new Set([SAID]),
  });
});
