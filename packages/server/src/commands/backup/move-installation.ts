import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/env.ts';
import { openOwnSource, type Source } from '../../db/transfer/open-source.ts';
import { openServerTarget, type Target } from '../../db/transfer/open-target.ts';
import { digestOf, RowDigest, type Table, TransferRefusal } from '../../db/transfer/tables.ts';
import { recordRestore } from '../../modules/audit/chain/seal.ts';
import { backupTexts } from '../commands.texts.ts';

export interface MovedTable {
  name: string;
  rows: number;
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

/**
 * Carries the embedded database to an empty one on a PostgreSQL server, all or nothing; every table is compared. The
 * embedded one is not written to.
 */
export async function moveInstallation(
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
