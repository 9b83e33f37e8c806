import { endOwnSession, listOwnSessions } from '@chat/contract/auth';
import { firstOf } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { changeOwnPassword } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPerson } from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import { at, type Processes, receiveLate, startProcesses } from '../../../test/processes.ts';
import { sql } from '../../db/database.ts';

const NEW_PASSWORD = 'otra-clave-456';

let processes: Processes;
let people = 0;
beforeAll(async () => {
  processes = await startProcesses({ firstPassword: 'change' });
});
afterAll(() => processes.close());

const setOwn = (person: Client, currentPassword: string, password: string) =>
  person.call(changeOwnPassword, { body: { currentPassword, password } });
const statusOf = async (person: Client) => (await person.call(listOwnGroups, {})).status;

/** A person who has changed the password that they were given. */
async function newPerson(): Promise<Client> {
  const person = await registerPerson(processes.one, `persona-${people++}`);
  expect((await setOwn(person, PASSWORD, NEW_PASSWORD)).status).toBe(200);
  return person;
}

test('a session restricted by one process hears so at the other one, which serves it no more', async () => {
  const person = await newPerson();
  const there = at(processes.other, person);
  const live = await there.connect();
  expect(await statusOf(there)).toBe(200);
  await processes.one.ctx.db.run(sql`
    update users set password_must_change = true where uuid = ${person.uuid}`);
  processes.one.ctx.sessions.refresh([person.user.id]);
  expect(await live.waitFor('session:restricted')).toEqual({ required: 'PASSWORD' });
  expect(await statusOf(there)).toBe(403);
  live.close();
});

test('who has done what they must is served by every process at once, before it hears a word of it', async () => {
  receiveLate(processes.other, 500);
  const person = await registerPerson(processes.one, `persona-${people++}`);
  const there = at(processes.other, person);
  expect(await statusOf(there)).toBe(403);
  expect((await setOwn(person, PASSWORD, NEW_PASSWORD)).status).toBe(200);
  expect(await statusOf(there)).toBe(200);
  const live = await there.connect();
  live.close();
});

test('a session that its owner ends is out at the other process too', async () => {
  const person = await newPerson();
  const lost = await processes.one.signIn(person.email, NEW_PASSWORD);
  const there = at(processes.other, lost);
  const live = await there.connect();
  const { content } = await person.call(listOwnSessions, {});
  const { uuid } = firstOf(content.filter(({ current }) => !current));
  expect((await person.call(endOwnSession, { params: { sessionId: uuid } })).status).toBe(200);
  expect(await statusOf(there)).toBe(401);
  expect(await live.waitFor('session:ended')).toEqual({ reason: 'owner' });
});
