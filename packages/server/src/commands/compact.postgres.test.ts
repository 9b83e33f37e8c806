import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../test/build-app.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { compact } from '../db/compact.ts';
import { sql } from '../db/database.ts';
import { admin } from './admin.ts';
import { adminTexts } from './commands.texts.ts';

let place: Installation;
let app: TestApp;
beforeAll(async () => {
  place = await createInstallation();
  app = await place.start();
});
afterAll(async () => {
  await app.close();
  await place.remove();
});

test('a table that another program keeps is named, and those who want it wait no longer', async () => {
  const { config, db } = app.ctx;
  await place.onDatabase(async (client) => {
    await client.query('begin');
    await client.query('lock table messages in access share mode');
    await expect(compact(config, db, 0)).rejects.toThrow('messages');
    await client.query('rollback');
  });
  await db.one(sql`select count(*) as left from messages`);
  expect(await place.run(admin, 'compact')).toEqual({ code: 0, said: adminTexts.compacted });
});
