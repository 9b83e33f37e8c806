import { rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { brokenDisk } from '../../../embedded-postgres/test/broken-disk.ts';
import { emptyDatabaseFolder } from '../../../embedded-postgres/test/templates.ts';
import { isTransient } from './faults.ts';
import { openEngine } from './open-database.ts';

it('an engine whose disk broke is a database that is away, for the write under way and for all later ones', async () => {
  const folder = await emptyDatabaseFolder();
  const { pool, close } = await openEngine(folder, { imports: [brokenDisk(`${folder}/broken`)] });
  pool.on('error', () => {});
  await writeFile(`${folder}/broken`, '');
  const failure = (text: string) => pool.query(text).catch((error: unknown) => error);
  expect(isTransient(await failure('create table notes (text text)'))).toBe(true);
  expect(isTransient(await failure('select 1'))).toBe(true);
  await close();
  await rm(folder, { recursive: true });
}, 60_000);
