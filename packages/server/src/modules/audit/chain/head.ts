import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { codeOf } from '../../../shared/errors.ts';
import { type ChainKeys, isWhole } from './canonical.ts';
import { findFirst, findPlace, findSealedSince, type LinkEnd } from './chain.queries.ts';

/** How far the chain had come: what the database may not fall behind. */
export interface Head extends LinkEnd {
  /** When that was. */
  at: Date;
}

const headSchema = z.object({
  number: z.int(),
  hash: z.hex().transform((hex) => Buffer.from(hex, 'hex')),
  at: z.iso.datetime().transform((time) => new Date(time)),
});

/** The head, and what a restore without the key left for the next start to say: where the restored chain ends. */
const files = { head: 'audit-chain.json', restored: 'audit-restored.json' };

export const placeFileIn = (dataDir: string, which: keyof typeof files): string =>
  join(dataDir, files[which]);

/** Undefined where this DATA_DIR has never seen the chain, or nothing is left to say. */
export async function readPlace(
  dataDir: string,
  which: keyof typeof files,
): Promise<Head | undefined> {
  try {
    return headSchema.parse(JSON.parse(await readFile(placeFileIn(dataDir, which), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file is whole or not there. Processes that share the folder have drafts of their own. */
export async function writePlace(
  dataDir: string,
  which: keyof typeof files,
  { number, hash }: LinkEnd,
): Promise<void> {
  const file = placeFileIn(dataDir, which);
  const draft = `${file}.${randomUUID().slice(0, 8)}.part`;
  const head = { number, hash: hash.toString('hex'), at: new Date().toISOString() };
  await writeFile(draft, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
}

export const readHead = (dataDir: string): Promise<Head | undefined> => readPlace(dataDir, 'head');

export const writeHead = (dataDir: string, end: LinkEnd): Promise<void> =>
  writePlace(dataDir, 'head', end);

/**
 * `whole`: the chain in the database goes on from the head. `excused`: it was restored after the head, or removed by age
 * beyond it, which an entry says that only the key can make. Else `lost` (rules/audit 11).
 */
export async function standingOf(
  db: Db,
  head: Head,
  keys: ChainKeys,
): Promise<'whole' | 'excused' | 'lost'> {
  const place = await findPlace(db, head.number);
  if (place?.hash.equals(head.hash)) return 'whole';
  const since = await findSealedSince(db, head.at);
  const says = new Set(since.filter((one) => isWhole(keys, one)).map(({ action }) => action));
  if (says.has('AUDIT_RESTORED')) return 'excused';
  if (place || !says.has('AUDIT_TRIMMED')) return 'lost';
  return ((await findFirst(db))?.number ?? 0) > head.number ? 'excused' : 'lost';
}
