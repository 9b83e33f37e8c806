import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../../config/env.ts';
import { configTexts } from '../../../config/operator.texts.ts';
import type { Db } from '../../../db/database.ts';
import { codeOf } from '../../../shared/errors.ts';
import { findSealedSince } from '../read-audit.queries.ts';
import { type ChainKeys, isWhole } from './canonical.ts';
import { findFirst, findPlace, type LinkEnd } from './chain.queries.ts';

/** How far the chain had come: what the database may not fall behind. */
export interface Head extends LinkEnd {
  /** When that was, by the database's clock, as the entry of a restore has it. */
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

function parsePlace(text: string): Head | undefined {
  try {
    return headSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Undefined where this DATA_DIR has never seen the chain, or nothing is left to say. A file that says nothing is no file:
 * its operator decides.
 */
export async function readPlace(
  dataDir: string,
  which: keyof typeof files,
): Promise<Head | undefined> {
  const file = placeFileIn(dataDir, which);
  try {
    const place = parsePlace(await readFile(file, 'utf8'));
    if (!place) throw new ConfigError(configTexts.placeDamaged(file));
    return place;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file is whole or not there. Processes that share the folder have drafts of their own. */
export async function writePlace(
  dataDir: string,
  which: keyof typeof files,
  { number, hash, at }: Head,
): Promise<void> {
  const file = placeFileIn(dataDir, which);
  const draft = `${file}.${randomUUID().slice(0, 8)}.part`;
  const head = { number, hash: hash.toString('hex'), at: at.toISOString() };
  await writeFile(draft, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
}

export const readHead = (dataDir: string): Promise<Head | undefined> => readPlace(dataDir, 'head');

export const writeHead = (dataDir: string, head: Head): Promise<void> =>
  writePlace(dataDir, 'head', head);

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
