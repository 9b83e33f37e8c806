import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSchema } from '../db/describe-schema.ts';
import { migrate } from '../db/migrate.ts';
import { openEngine } from '../db/open-database.ts';

const HEAD = `-- What the migrations come to, for reading alone: nothing runs this file.
-- Written by \`npm run schema\`; a test holds it against the migrations on both engines.
`;

/** The text of `schema.sql` for a database with that schema. */
export const schemaFile = (schema: string): string => `${HEAD}\n${schema}`;

/** Writes into `file` what the migrations make of an empty database. */
export async function dumpSchema(file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-schema-'));
  try {
    const { pool, close } = await openEngine(folder);
    try {
      await migrate(pool);
      await writeFile(file, schemaFile(await describeSchema(pool)));
    } finally {
      await close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
