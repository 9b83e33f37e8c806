import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patientTiming, startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson } from '../../../test/cast.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { type Sql, sql } from '../../db/database.ts';
import { hashSecret, newToken } from '../../security/passwords.ts';

const MANY = 350;

let app: TestApp;
/** The number of sessions that each round has checked. */
let asked: number[] = [];
beforeAll(async () => {
  const database = await createTestDatabase();
  const { many } = database.db;
  database.db.many = <Row>(query: Sql) => {
    const [ids] = query.values;
    if (query.text.includes('as known (id)') && Array.isArray(ids)) asked.push(ids.length);
    return many<Row>(query);
  };
  app = await startApp({ timing: { ...patientTiming, sessionAskMs: 50 } }, { database });
});
afterAll(() => app.close());

const status = async (token: string) =>
  (await Object.assign(app.client(), { token }).call(getCurrentUser, {})).status;

/** Sessions of Elena that this process remembers. */
async function rememberMany(): Promise<string[]> {
  const tokens = Array.from({ length: MANY }, newToken);
  await app.ctx.db.run(sql`
    insert into sessions (user_id, device_id, token_hash)
    select s.user_id, s.device_id, token from unnest(${tokens.map(hashSecret)}::bytea[]) as token, (
      select user_id, device_id from sessions limit 1
    ) s`);
  for (const token of tokens) expect(await status(token)).toBe(200);
  return tokens;
}

const untilOver = (token: string) =>
  vi.waitFor(async () => expect(await status(token)).toBe(401), { timeout: 60_000, interval: 100 });

test('a round asks about a few of the sessions that a process knows, and those that others ended are out at once', async () => {
  const tokens = await rememberMany();
  asked = [];
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2), { timeout: 60_000 });
  expect(Math.max(...asked)).toBe(250);
  // Another process ends the session without a word to this process.
  const [token = ''] = tokens;
  await app.ctx.db.run(sql`
    with ended as (
      delete from sessions where token_hash = ${hashSecret(token)} returning id, token_hash
    )
    insert into ended_sessions (token_hash, session_id, reason, ended_at)
    select token_hash, id, 'logout', clock_timestamp() from ended`);
  const before = asked.length;
  await untilOver(token);
  expect(asked.length - before).toBeLessThan(3);
});

test('whose end was never stored is out once their turn to be asked about has come', async () => {
  const person = await registerPerson(app, 'ana');
  expect((await person.call(getCurrentUser, {})).status).toBe(200);
  const live = await person.connect();
  // The process that blocked the person died before it ended the person's sessions.
  await app.ctx.db.run(sql`update users set blocked_at = now() where uuid = ${person.uuid}`);
  await live.waitFor('session:ended');
  await live.closed();
  expect((await person.call(getCurrentUser, {})).status).toBe(401);
});
