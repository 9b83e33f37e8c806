import { eraseUser, holdUser, listHolds } from '@chat/contract/holds';
import { deleteUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beforeStatement, holdStatements } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { gatherErasable, tablesWith } from '../../../test/erasable.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

async function eraseFully({ uuid, email }: Client, messages: boolean): Promise<void> {
  const params = { userId: uuid };
  await app.elena.call(deleteUser, { params });
  const { status } = await app.elena.call(eraseUser, { params, body: { email, messages } });
  expect(status).toBe(200);
}

test('open pages of the groups in which they wrote hear of it, and nobody else does', async () => {
  const { person, group } = await gatherErasable(app, cast, 1);
  const params = { userId: person.uuid };
  await app.elena.call(deleteUser, { params });
  const live = await cast.ana.connect();
  const outsider = await cast.diego.connect();
  const body = { email: person.email, messages: false };
  expect((await app.elena.call(eraseUser, { params, body })).status).toBe(200);
  const isOfGroup = ({ groupId }: { groupId: string }) => groupId === group.uuid;
  await live.waitFor('group:changed', isOfGroup);
  await outsider.fence();
  expect(outsider.all('group:changed').filter(isOfGroup)).toEqual([]);
  live.close();
  outsider.close();
});

test('asked for with the messages while it goes on without, it takes them, too', async () => {
  const { person, said, words } = await gatherErasable(app, cast, 2);
  beforeStatement(app.ctx.db, 'left join users high', () =>
    app.ctx.db.run(sql`update erasures set messages = true where user_id = ${person.user.id}`),
  );
  await eraseFully(person, false);
  expect(await tablesWith(app.ctx.db, [...words, said])).toEqual([]);
});

test('a hold that comes a moment after the erasure is for nobody', async () => {
  const { person } = await gatherErasable(app, cast, 3);
  const { transaction } = app.ctx.db;
  app.ctx.db.transaction = async (work, settings) => {
    app.ctx.db.transaction = transaction;
    await eraseFully(person, false);
    return transaction(work, settings);
  };
  const body = { hold: true as const, reason: 'Requerimiento del juzgado' };
  const params = { userId: person.uuid };
  expect((await app.elena.call(holdUser, { params, body })).status).toBe(404);
  expect((await app.elena.call(listHolds, {})).content).toEqual([]);
});

test('a text to themselves that is stored late is not stored for somebody who is erased by then', async () => {
  const { person, personal } = await gatherErasable(app, cast, 4);
  const { reached, release } = holdStatements(app.ctx.db, 'insert into messages');
  const sending = sendText(person, personal, 'apunte tardío');
  await reached;
  await eraseFully(person, false);
  release();
  expect((await sending).status).toBe(404);
  expect(await tablesWith(app.ctx.db, ['apunte tardío'])).toEqual([]);
});
