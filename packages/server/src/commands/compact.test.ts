import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eraseUser } from '@chat/contract/holds';
import { deleteUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../test/build-app.ts';
import { createGroupOf, groupChatOf, registerPerson, sendText } from '../../test/cast.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { type Db, sql } from '../db/database.ts';
import { admin } from './admin.ts';
import { adminTexts } from './commands.texts.ts';

const patiently = { timeout: 120_000 };
const SAID = 'melocotones-en-almíbar';
const NAMES = { firstName: 'Zoraidita', lastName: 'Quintanilla' };

let place: Installation;
let app: TestApp;
beforeAll(async () => {
  place = await createInstallation({ database: 'migrated' });
  app = await place.start();
}, patiently.timeout);
afterAll(async () => {
  await app.close();
  await place.remove();
});

const compact = () => place.run(admin, 'compact');

/** Registers a person who writes, and erases the person with the messages. */
async function eraseSomebody(): Promise<string> {
  const person = await registerPerson(app, 'zoraida', NAMES);
  const chat = await groupChatOf(person, await createGroupOf(app, 'Conservas', [person]));
  for (let n = 1; n <= 20; n++) await sendText(person, chat, `${SAID} ${n}`);
  const params = { userId: person.uuid };
  await app.elena.call(deleteUser, { params });
  const erased = await app.elena.call(eraseUser, {
    params,
    body: { email: person.email, messages: true },
  });
  expect(erased.status).toBe(200);
  return person.email;
}

/** The files of what keeps the e-mails of then: the audit, and what the planner knows of its columns. */
async function filesOfAudit(db: Db): Promise<string[]> {
  const rows = await db.many<{ path: string }>(sql`
    with kept as (
      select oid, reltoastrelid as toast from pg_class where relname in ('audit_events', 'pg_statistic')
    ), own as (select oid from kept union all select toast from kept)
    select pg_relation_filepath(oid) as path from own where oid <> 0
    union all select pg_relation_filepath(indexrelid) from pg_index where indrelid in (select oid from own)`);
  return rows.map(({ path }) => path);
}

/** The files of the embedded database in which the word stands, its log included. */
async function filesWith(word: string): Promise<string[]> {
  const folder = join(place.dataDir, 'db', 'cluster');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(path)).includes(word)) {
      found.push(path.slice(folder.length + 1));
    }
  }
  return found;
}

test(
  'beside a running server what was removed goes from the files of the database',
  patiently,
  async () => {
    const email = await eraseSomebody();
    const isOnServer = place.settings.DATABASE_URL !== '';
    if (!isOnServer) {
      await app.ctx.db.run(sql`checkpoint`);
      for (const word of [SAID, email, NAMES.firstName])
        expect(await filesWith(word)).not.toEqual([]);
    }
    const before = await pathsOf(app.ctx.db);
    expect(await compact()).toEqual({ code: 0, said: adminTexts.compacted });
    const after = await pathsOf(app.ctx.db);
    // Each table is another file now.
    expect(after.filter((path) => before.includes(path))).toEqual([]);
    expect(after).toHaveLength(before.length);
    if (isOnServer) return;
    for (const word of [SAID, NAMES.firstName, NAMES.lastName])
      expect(await filesWith(word)).toEqual([]);
    const audit = await filesOfAudit(app.ctx.db);
    expect((await filesWith(email)).filter((path) => !audit.includes(path))).toEqual([]);
  },
);

const pathsOf = async (db: Db): Promise<string[]> => {
  const rows = await db.many<{ path: string }>(sql`
    select pg_relation_filepath(oid) as path from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`);
  return rows.map(({ path }) => path);
};

test('everything goes on afterwards, also at the next start', patiently, async () => {
  const person = await registerPerson(app, 'despues');
  const chat = await groupChatOf(person, await createGroupOf(app, 'Otra obra', [person]));
  await sendText(person, chat, 'seguimos');
  await app.close();
  expect(await compact()).toEqual({ code: 0, said: adminTexts.compacted });
  app = await place.start();
  const again = app.client();
  await again.signIn(person.email);
  await sendText(again, chat, 'y seguimos');
  expect(await place.run(admin, 'audit', 'verify')).toMatchObject({ code: 0 });
});
