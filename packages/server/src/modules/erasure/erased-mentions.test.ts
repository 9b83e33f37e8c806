import { firstOf } from '@chat/contract/checks';
import { eraseUser, holdUser } from '@chat/contract/holds';
import { deleteOwnMessage, listMessages } from '@chat/contract/messages';
import { deleteUser } from '@chat/contract/users';
import { sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beforeStatement } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  gatherCast,
  groupChatOf,
  registerPerson,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { edit } from '../../../test/edits.ts';
import { tablesWith } from '../../../test/erasable.ts';
import { schedule } from '../../../test/scheduled.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
let people = 0;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

async function gatherMentioned() {
  const person = await registerPerson(app, `llamada${++people}`);
  const group = await createGroupOf(app, `Avisos ${people}`, [person, cast.ana]);
  const chatId = await groupChatOf(cast.ana, group);
  const say = async (content: string, mentioned = [person.uuid]) => {
    const body = { type: 'TEXT' as const, content, mentionedUserIds: mentioned };
    return firstOf((await cast.ana.call(sendMessage, { params: { chatId }, body })).content).uuid;
  };
  const read = async () =>
    (await cast.ana.call(listMessages, { params: { chatId } })).content.map(
      ({ content }) => content,
    );
  return { person, chatId, say, read };
}

const erase = ({ uuid, email }: Client) =>
  app.elena.call(eraseUser, { params: { userId: uuid }, body: { email, messages: false } });

test('a mention is renamed wherever it stands: before and after an edit, in capitals, deleted, scheduled', async () => {
  const { person, chatId, say, read } = await gatherMentioned();
  const call = `@${person.email}`;
  await edit(cast.ana, await say(`uno ${call}`), `uno (${call.toUpperCase()}), «${call}»`);
  await edit(cast.ana, await say('dos', []), `dos ${call}:`, [person.uuid]);
  await edit(cast.ana, await say(`tres ${call}`), 'tres', []);
  await cast.ana.call(deleteOwnMessage, { params: { messageId: await say(`cuatro ${call}`) } });
  await schedule(cast.ana, chatId, `cinco ${call}`, { mentionedUserIds: [person.uuid] });
  await app.elena.call(deleteUser, { params: { userId: person.uuid } });
  expect((await erase(person)).status).toBe(200);
  expect(await read()).toEqual([
    'uno (@Usuario eliminado), «@Usuario eliminado»',
    'dos @Usuario eliminado:',
    'tres',
  ]);
  const others = await app.ctx.db.many<{ content: string }>(sql`
    select content from message_originals where content like '%@%'
    union all select content from scheduled_messages order by 1`);
  expect(others.map(({ content }) => content)).toEqual([
    'cinco @Usuario eliminado',
    'cuatro @Usuario eliminado',
    'tres @Usuario eliminado',
    'uno @Usuario eliminado',
  ]);
  expect(await tablesWith(app.ctx.db, [person.email])).toEqual([]);
});

test('a hold on somebody who mentioned them, and wrote with them nowhere else, stops it, also once it has begun', async () => {
  const { person, say, read } = await gatherMentioned();
  await say(`Hola @${person.email}`);
  const params = { userId: cast.ana.uuid };
  const hold = { hold: true as const, reason: 'Requerimiento del juzgado' };
  const setHold = () => app.elena.call(holdUser, { params, body: hold });
  const endHold = () => app.elena.call(holdUser, { params, body: { hold: false } });
  await setHold();
  await app.elena.call(deleteUser, { params: { userId: person.uuid } });
  expect((await erase(person)).status).toBe(409);
  await endHold();
  beforeStatement(app.ctx.db, 'left join users high', setHold);
  const { status, message } = await erase(person);
  expect([status, message]).toEqual([409, 'Se conserva por requerimiento.']);
  expect(await read()).toEqual([`Hola @${person.email}`]);
  await endHold();
  expect((await erase(person)).status).toBe(200);
  expect(await read()).toEqual(['Hola @Usuario eliminado']);
});
