import { rm } from 'node:fs/promises';
import type { Config } from '../../../config/env.ts';
import type { Database, Db } from '../../../db/database.ts';
import {
  findKeyAtHand,
  type InstallationKey,
  installationKeyOf,
  type KeyChange,
  openSecret,
  sealSecret,
} from '../../../security/installation-key.ts';
import { findEntriesById, findLastTrim, type SealedAction } from '../read-audit.queries.ts';
import { type ChainKeys, chainOn, FIRST_PREVIOUS, isWhole } from './canonical.ts';
import {
  findEarlierKeys,
  findLast,
  insertLinks,
  insertSealed,
  isRestoredAfter,
  type LinkEnd,
  lockChain,
  replaceEarlierKeys,
} from './chain.queries.ts';
import { placeFileIn, readPlace, writePlace } from './head.ts';

const chainKeyOf = (key: InstallationKey) => key.derive('audit chain');

/** A part of the chain whose key is not the present one; no words where it was lost. */
interface EarlierPart {
  lastNumber: number;
  text: string;
}

const EARLIER = 'earlier keys';
const ownerOf = (lastNumber: number) => `entries up to ${lastNumber}`;

/** A row that the key has not sealed itself, for that number, is no part: its entries do not fit then. */
async function openEarlierParts(db: Db, key: InstallationKey): Promise<EarlierPart[]> {
  const sealing = key.derive(EARLIER);
  const rows = await findEarlierKeys(db);
  return rows.flatMap(({ lastNumber, sealed }) => {
    const text = openSecret(sealing, ownerOf(lastNumber), sealed)?.toString();
    return text === undefined ? [] : [{ lastNumber, text }];
  });
}

export async function openChainKeys(db: Db, key: InstallationKey): Promise<ChainKeys> {
  const present = chainKeyOf(key);
  const parts = (await openEarlierParts(db, key)).map(({ lastNumber, text }) => ({
    lastNumber,
    key: text === '' ? undefined : chainKeyOf(installationKeyOf(text)),
  }));
  const lost = parts.findLast((part) => part.key === undefined);
  return {
    present,
    provenFrom: (lost?.lastNumber ?? 0) + 1,
    presentFrom: (parts.at(-1)?.lastNumber ?? -1) + 1,
    keyAt(number) {
      const part = parts.find(({ lastNumber }) => number <= lastNumber);
      return part ? part.key : present;
    },
  };
}

/** Where a chain ends, or begins to be. */
const endOf = async (db: Db): Promise<LinkEnd> =>
  (await findLast(db)) ?? { number: 0, hash: FIRST_PREVIOUS };

/**
 * Writes an entry with its link, which nobody does without the key. Its detail is the number and hash of the entry on
 * which the chain goes on: by default the last one. The caller has the chain's lock.
 */
export async function sealEntry(
  tx: Db,
  keys: ChainKeys,
  action: SealedAction,
  goesOn?: LinkEnd,
): Promise<void> {
  const last = await endOf(tx);
  const { number, hash } = goesOn ?? last;
  const { id } = await insertSealed(tx, action, `${number} ${hash.toString('hex')}`);
  await insertLinks(tx, chainOn(keys.present, last, await findEntriesById(tx, [id])));
}

/** The last entry that the chain's key says to have been removed by age. */
export async function findTrimmedTo(db: Db, keys: ChainKeys): Promise<LinkEnd | undefined> {
  const trim = await findLastTrim(db);
  if (!trim || !isWhole(keys, trim)) return undefined;
  const [number, hash = ''] = trim.detail?.split(' ') ?? [];
  return { number: Number(number), hash: Buffer.from(hash, 'hex') };
}

/**
 * Says in a chain that was just put in its place that it was restored. Without the key at hand the next start says so,
 * by a file in DATA_DIR. Returns the way back.
 *
 * @param keyDir where the file of the key lies
 */
export async function recordRestore(
  tx: Db,
  { auditKey, dataDir }: Pick<Config, 'auditKey' | 'dataDir'>,
  keyDir: string,
): Promise<() => Promise<void>> {
  const key = await findKeyAtHand({ auditKey, dataDir: keyDir }, tx);
  if (key) {
    await sealEntry(tx, await openChainKeys(tx, key), 'AUDIT_RESTORED');
    return async () => {};
  }
  await writePlace(dataDir, 'restored', { ...(await endOf(tx)), at: new Date() });
  return () => rm(placeFileIn(dataDir, 'restored'));
}

/** Says what a restore without the key left to say (rules/audit 20). */
export async function recordLeftRestore(
  db: Database,
  { dataDir }: Pick<Config, 'dataDir'>,
  key: InstallationKey,
): Promise<void> {
  const left = await readPlace(dataDir, 'restored');
  if (!left) return;
  const keys = await openChainKeys(db, key);
  await db.transaction(async (tx) => {
    await lockChain(tx);
    // A start that was killed before it removed the file has said so.
    if (!(await isRestoredAfter(tx, left.number))) await sealEntry(tx, keys, 'AUDIT_RESTORED');
  });
  await rm(placeFileIn(dataDir, 'restored'), { force: true });
}

/**
 * Has the chain go on under another key, which seals the earlier ones anew: who gets to know one of them afterwards
 * makes no part with it. An entry says where (rules/audit 25, 26).
 */
export async function changeChainKey(tx: Db, { earlier, next }: KeyChange): Promise<void> {
  await lockChain(tx);
  const { number } = await endOf(tx);
  const kept = earlier === undefined ? [] : await openEarlierParts(tx, installationKeyOf(earlier));
  const key = installationKeyOf(next);
  const sealing = key.derive(EARLIER);
  const parts = [...kept, { lastNumber: number, text: earlier ?? '' }];
  await replaceEarlierKeys(
    tx,
    parts.map(({ lastNumber, text }) => ({
      lastNumber,
      sealed: sealSecret(sealing, ownerOf(lastNumber), Buffer.from(text)),
    })),
  );
  await sealEntry(tx, await openChainKeys(tx, key), 'AUDIT_KEY_CHANGED');
}
