import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained } from '../../test/audit-chain.ts';
import type { TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import { createServerDatabase } from '../../test/database.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { sql } from '../db/database.ts';
import { admin } from './admin.ts';
import { backup, restore } from './backup.ts';

const server = required(process.env.TEST_DATABASE_URL, 'TEST_DATABASE_URL');

const patiently = { timeout: 120_000 };

let source: Installation;
let cast: Cast;
let personal: string;
let app: TestApp;
let database: Awaited<ReturnType<typeof createServerDatabase>>;

const history = async (reader: Cast['ana'], chatId: string) =>
  (await reader.call(listMessages, { params: { chatId } })).content;

beforeAll(async () => {
  source = await createInstallation({ engine: 'embedded', database: 'migrated' });
  database = await createServerDatabase(server);
  app = await source.start();
  cast = await gatherCast(app);
  personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
  await sendText(cast.ana, personal, 'solo para mí');
  for (let number = 1; number <= 5; number++) {
    await sendText(cast.bruno, cast.ventasChat, `línea ${number} ñ "\\\\ \n 👍`);
  }
});

afterAll(async () => {
  await app.close();
  await source.remove();
  await database.remove();
});

const move = () => source.run(admin, 'move', '--to', database.url);

/** Checksums of all files in the embedded database's folder. */
async function contents(): Promise<Map<string, string>> {
  const folder = join(source.dataDir, 'db');
  const found = new Map<string, string>();
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!(await stat(path)).isFile()) continue;
    found.set(
      name,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    );
  }
  return found;
}

test(
  'everything moves, sessions too, every table is checked, and the source is as it was',
  patiently,
  async () => {
    const was = await history(cast.ana, cast.ventasChat);
    await app.close();
    const before = await contents();
    const { code, said } = await move();
    expect(said).toMatch(/^users: 5 filas, comprobadas$/m);
    expect(said).toMatch(/^messages: 6 filas, comprobadas$/m);
    expect(said).not.toContain('solo para mí');
    expect(code).toBe(0);
    expect(await contents()).toEqual(before);

    source.settings.DATABASE_URL = database.url;
    app = await source.start();
    const ana = app.client();
    ana.token = cast.ana.token;
    expect(await history(ana, cast.ventasChat)).toEqual(was);
    expect((await history(ana, personal)).map(({ content }) => content)).toEqual(['solo para mí']);
    await sendText(ana, cast.ventasChat, 'desde el servidor');
    expect((await history(ana, cast.ventasChat)).at(-1)?.seq).toBe((was.at(-1)?.seq ?? 0) + 1);
  },
);

test('the move is one entry of the audit, after which its chain is whole', patiently, async () => {
  await chained(app.ctx.db);
  const moves = await app.ctx.db.many<{ before: number; detail: string }>(sql`
    select k.number - 1 as before, e.detail from audit_events e join audit_chain k on k.event_id = e.id
    where e.action = 'AUDIT_RESTORED'`);
  expect(moves).toEqual([
    { before: expect.any(Number), detail: expect.stringMatching(`^${moves[0]?.before} `) },
  ]);
  expect(await source.run(admin, 'audit', 'verify')).toMatchObject({ code: 0 });
});

test('a database with data is refused, and keeps them', patiently, async () => {
  await app.close();
  const { code, said } = await move();
  expect(code).toBe(1);
  expect(said).toContain('Ya hay datos');
  app = await source.start();
});

test('a backup of one engine is restored on the other', patiently, async () => {
  source.settings.DATABASE_URL = '';
  const file = join(source.dataDir, 'copia.tar');
  expect((await source.run(backup, '--to', file)).code).toBe(0);
  const other = await createInstallation();
  expect((await other.run(restore, file)).code).toBe(0);
  const back = await other.start();
  const ana = await back.signIn('ana@empresa.local');
  expect(await history(ana, cast.ventasChat)).toHaveLength(5);
  await back.close();
  await other.remove();
});
