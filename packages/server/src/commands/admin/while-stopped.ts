import { isDeepStrictEqual } from 'node:util';
import { FolderInUseError } from '@chat/embedded-postgres/folder-lock';
import { type Config, loadEnvironment, readConfig, readNewKey } from '../../config/env.ts';
import type { Database } from '../../db/database.ts';
import { openDatabase } from '../../db/open-database.ts';
import { openOwnSource, type Source } from '../../db/transfer/open-source.ts';
import { openServerTarget, type Target } from '../../db/transfer/open-target.ts';
import { digestOf, RowDigest, type Table, TransferRefusal } from '../../db/transfer/tables.ts';
import { changeChainKey, recordRestore } from '../../modules/audit/chain/seal.ts';
import { changeSettingsKey } from '../../modules/audit/settings-changed.actions.ts';
import { changeSecretsKey } from '../../modules/auth/two-steps/codes.ts';
import { isServed } from '../../modules/presence/lease.ts';
import { changeInstallationKey } from '../../security/installation-key.ts';
import { conflict } from '../../shared/errors.ts';
import { adminTexts, backupTexts } from '../commands.texts.ts';
import type { MoveCommand, RekeyCommand } from './parse-arguments.ts';

// Commands beside which no server may run: a server would go on with the data, or the key, that it knows.

/** Carries the embedded database to a PostgreSQL server; gives the lines to show. */
export async function move({ to }: MoveCommand): Promise<string[]> {
  const tables = await moveInstallation(readConfig(loadEnvironment()), to).catch((error) => {
    throw error instanceof FolderInUseError ? new TransferRefusal(adminTexts.stopForMove) : error;
  });
  return [...tables.map(({ name, rows }) => adminTexts.moved(name, rows)), adminTexts.afterMove];
}

interface MovedTable {
  name: string;
  rows: number;
}

/** To an empty database, all or nothing; every table is compared. The embedded one is not written to. */
async function moveInstallation(
  settings: Pick<Config, 'dataDir' | 'auditKey'>,
  to: string,
): Promise<MovedTable[]> {
  const { dataDir } = settings;
  const source = await openOwnSource(dataDir);
  try {
    const target = await openServerTarget(to, undefined);
    try {
      await target.createSchema(source.applied);
      const moved: MovedTable[] = [];
      for (const table of source.tables) moved.push(await moveTable(source, target, table));
      await target.complete(source.sequences);
      const takeBack = await recordRestore(target.db, settings, dataDir);
      await target.commit().catch(async (error: unknown) => {
        await takeBack();
        throw error;
      });
      return moved;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function moveTable(source: Source, target: Target, table: Table): Promise<MovedTable> {
  const sent = new RowDigest();
  for await (const rows of source.readRows(table)) {
    sent.add(rows);
    await target.insertRows(table, rows);
  }
  const wanted = sent.end();
  if (!isDeepStrictEqual(await digestOf(target.readRows(table)), wanted)) {
    throw new TransferRefusal(backupTexts.notAlike(table.name));
  }
  return { name: table.name, rows: wanted.rows };
}

/** Goes on with another key of the installation; gives the lines to show. */
export async function changeKey({ isLost }: RekeyCommand): Promise<string[]> {
  const env = loadEnvironment();
  const config = readConfig(env);
  const given = readNewKey(env);
  const db = await openDatabase(config, (error) => console.error(error)).catch((error: unknown) => {
    throw error instanceof FolderInUseError ? new TransferRefusal(adminTexts.stopForRekey) : error;
  });
  try {
    return await rekey(config, db, { isLost, given });
  } finally {
    await db.close();
  }
}

async function rekey(
  config: Config,
  db: Database,
  { isLost, given }: { isLost: boolean; given: string | undefined },
): Promise<string[]> {
  await changeInstallationKey(config, db, { given, isLost }, async (tx, change) => {
    // The embedded engine's folder is this process's own by now.
    if (config.databaseUrl && (await isServed(tx))) throw conflict(adminTexts.stopForRekey);
    await changeChainKey(tx, change);
    await changeSecretsKey(tx, change);
    await changeSettingsKey(tx, config, change);
  });
  const isInFile = given === undefined && config.auditKey === undefined;
  const done = isInFile ? adminTexts.rekeyed : adminTexts.rekeyedTo(given !== undefined);
  return isLost ? [done, adminTexts.keyWasLost] : [done];
}
