import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterIn } from '@chat/embedded-postgres/create-cluster';
import {
  copyDatabase,
  copyOwnDatabase,
  type DatabaseCopy,
} from '@chat/embedded-postgres/database-copy';
import { lockFolder } from '@chat/embedded-postgres/folder-lock';
import type pg from 'pg';
import type { Config } from '../../config/env.ts';
import { dbTexts } from '../../config/operator.texts.ts';
import { codeOf } from '../../shared/errors.ts';
import { type Db, dbOn } from '../database.ts';
import { type Applied, assertKnownMigrations, findApplied } from '../migrate.ts';
import { openEngine } from '../open-database.ts';
import {
  beginTransfer,
  connectOnceStarted,
  findReferences,
  findSequences,
  findTables,
  type Reference,
  type Row,
  readRows,
  type Sequence,
  type Table,
  TransferRefusal,
} from './tables.ts';

/** All data as of one moment, whatever is written meanwhile. */
export interface Source {
  engine: 'embedded' | 'server';
  applied: Applied[];
  tables: Table[];
  references: Reference[];
  sequences: Sequence[];
  db: Db;
  readRows(table: Table): AsyncIterable<Row[]>;
  close(): Promise<void>;
}

/** The installation that the settings name; a running server goes on. */
export async function openSource({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Source> {
  if (databaseUrl) return openServerSource(databaseUrl);
  return onCopy(copyDatabase(await folderWithData(dataDir)));
}

/** The embedded database of `dataDir` for this process alone, which a running server refuses; `close` lets go of it. */
export async function openOwnSource(dataDir: string): Promise<Source> {
  const folder = await folderWithData(dataDir);
  const unlock = await lockFolder(folder);
  try {
    const source = await onCopy(copyOwnDatabase(folder));
    return {
      ...source,
      async close() {
        await source.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** A folder that this user may not enter is not one without data. */
async function folderWithData(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'db');
  await access(clusterIn(folder)).catch((error) => {
    throw codeOf(error) === 'ENOENT' ? new TransferRefusal(dbTexts.noData(folder)) : error;
  });
  return folder;
}

async function onCopy(copying: Promise<DatabaseCopy>): Promise<Source> {
  const copy = await copying;
  try {
    const { pool, close } = await openEngine(copy.folder);
    const client = await pool.connect();
    return await sourceOn('embedded', client, async () => {
      client.release();
      await close();
      await copy.remove();
    });
  } catch (error) {
    await copy.remove();
    throw error;
  }
}

async function openServerSource(connectionString: string): Promise<Source> {
  const client = await connectOnceStarted(connectionString, 'web-chat-backup');
  return sourceOn('server', client, () => client.end());
}

async function sourceOn(
  engine: Source['engine'],
  client: pg.ClientBase,
  close: () => Promise<void>,
): Promise<Source> {
  try {
    await beginTransfer(client, 'isolation level repeatable read read only');
    const applied = await findApplied(client);
    if (!applied) throw new TransferRefusal(dbTexts.noSchema);
    await assertKnownMigrations(applied);
    return {
      engine,
      applied,
      tables: await findTables(client),
      references: await findReferences(client),
      sequences: await findSequences(client),
      db: dbOn(client),
      readRows: (table) => readRows(client, table),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
