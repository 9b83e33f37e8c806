import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, createGroupOf, gatherCast } from '../../../../test/cast.ts';
import { sql } from '../../../db/database.ts';
import type { ChatContext } from '../context.ts';
import { followGroupChats } from './chat-membership.actions.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

async function newGroup(name: string): Promise<number> {
  const { uuid } = await createGroupOf(app, name, [cast.ana]);
  const group = await app.ctx.db.one<{ id: number }>(
    sql`select id from groups where uuid = ${uuid}`,
  );
  return group.id;
}

/** Records under its name whose sockets move; reads nothing before `open`. */
function heldUp(name: string, noted: string[]) {
  const events = new EventEmitter();
  const [reached, opened] = [once(events, 'reached'), once(events, 'opened')];
  const { db, realtime } = app.ctx;
  const many: typeof db.many = async (query) => {
    events.emit('reached');
    await opened;
    return db.many(query);
  };
  const join = () => void noted.push(name);
  const ctx: ChatContext = {
    ...app.ctx,
    db: { ...db, many },
    realtime: { ...realtime, join },
  };
  return { ctx, reached, open: () => events.emit('opened') };
}

test('who comes into one group does not wait for another group', async () => {
  const [one, other, third] = [
    await newGroup('Una'),
    await newGroup('Otra'),
    await newGroup('Más'),
  ];
  const held = heldUp('held', []);
  const waiting = followGroupChats(held.ctx, [one, other], [cast.ana.uuid]);
  await held.reached;
  await followGroupChats(app.ctx, [third], [cast.ana.uuid]);
  held.open();
  await waiting;
});

test('in each group the earlier change goes first, whatever other groups the two change and in which order', async () => {
  const [one, other] = [await newGroup('Primera'), await newGroup('Segunda')];
  const noted: string[] = [];
  const [first, second] = [heldUp('first', noted), heldUp('second', noted)];
  second.open();
  const changes = [followGroupChats(first.ctx, [one, other], [cast.ana.uuid])];
  await first.reached;
  changes.push(followGroupChats(second.ctx, [other, one, other], [cast.ana.uuid]));
  changes.push(followGroupChats(second.ctx, [other], [cast.ana.uuid]));
  // After this query, a change that waits for nothing would be done.
  await app.ctx.db.many(sql`select 1`);
  first.open();
  await Promise.all(changes);
  expect(noted).toEqual(['first', 'first', 'second', 'second', 'second']);
});
