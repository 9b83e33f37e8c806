import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, ConfigError, KEY_LENGTH } from '../config/env.ts';
import { configTexts } from '../config/operator.texts.ts';
import { type Database, type Db, sql } from '../db/database.ts';
import { codeOf } from '../shared/errors.ts';

/** The secret of an installation, of which each purpose gets a key of its own. */
export interface InstallationKey {
  /** 32 bytes from which nobody finds the installation's key, nor the key of another purpose. */
  derive(purpose: string): Buffer;
}

const KEY_BYTES = 32;

export const installationKeyOf = (text: string): InstallationKey => ({
  derive: (purpose) => Buffer.from(hkdfSync('sha256', text, '', `web-chat ${purpose}`, KEY_BYTES)),
});

export const keyFileIn = (dataDir: string): string => join(dataDir, 'installation.key');

const checkValueOf = (text: string) => installationKeyOf(text).derive('check of the key');

async function readKeyFile(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    if (text.length < KEY_LENGTH) throw new ConfigError(configTexts.keyDamaged(file));
    return text;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    // The system's own words name no file.
    if (codeOf(error) === 'EISDIR') throw new ConfigError(configTexts.keyDamaged(file));
    throw error;
  }
}

async function moveInto(file: string, draft: string): Promise<void> {
  await rename(draft, file);
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

/** The file is whole or not there: a key that was half written would be taken for another one. */
async function writeKeyFile(file: string): Promise<string> {
  const text = randomBytes(KEY_BYTES).toString('base64url');
  const draft = `${file}.part`;
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
  await moveInto(file, draft);
  return text;
}

/** Where a new key waits until the database has its check value: a kill between the two leaves both keys. */
const nextFileOf = (file: string) => `${file}.next`;

async function findCheckValue(db: Db): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ checkValue: Buffer }>(
    sql`select check_value from installation_key`,
  );
  return row?.checkValue;
}

const KEY_LOCK = 4_519_008;

/**
 * One of several processes that start at once on new data makes the key; the others wait and read it. Undefined for those
 * that do not find it.
 */
function makeKey(db: Database, { auditKey, dataDir }: KeySettings): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${KEY_LOCK})`);
    const file = keyFileIn(dataDir);
    const found = auditKey ?? (await readKeyFile(file));
    if (await findCheckValue(tx)) return found;
    // The file is there before its check value: a crash between the two leaves nothing that stops the next start.
    const text = found ?? (await writeKeyFile(file));
    await tx.run(sql`insert into installation_key (check_value) values (${checkValueOf(text)})`);
    return text;
  });
}

type KeySettings = Pick<Config, 'auditKey' | 'dataDir'>;

async function isKeyOf(db: Db, text: string): Promise<boolean> {
  const stored = await findCheckValue(db);
  return stored !== undefined && timingSafeEqual(stored, checkValueOf(text));
}

/** The words that the files have for these data; where none of them fit, those of the key's own file. */
async function readFiles(dataDir: string, db: Db): Promise<string | undefined> {
  const file = keyFileIn(dataDir);
  const text = await readKeyFile(file);
  if (text !== undefined && (await isKeyOf(db, text))) return text;
  const next = await readKeyFile(nextFileOf(file));
  return next !== undefined && (await isKeyOf(db, next)) ? next : text;
}

/** A change of the key was killed before its last step, which processes that start at once all do. */
const endChange = (file: string) =>
  moveInto(file, nextFileOf(file)).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });

/** The words of the installation's key, which the first start makes; throws ConfigError where they are not those. */
async function openKeyText(settings: KeySettings, db: Database): Promise<string> {
  const file = keyFileIn(settings.dataDir);
  const isMade = (await findCheckValue(db)) !== undefined;
  const text = isMade
    ? (settings.auditKey ?? (await readFiles(settings.dataDir, db)))
    : await makeKey(db, settings);
  if (text === undefined) throw new ConfigError(configTexts.keyMissing(file));
  if (!(await isKeyOf(db, text))) throw new ConfigError(configTexts.keyOfAnother);
  if (settings.auditKey === undefined && text !== (await readKeyFile(file))) await endChange(file);
  return text;
}

/**
 * The installation's key: AUDIT_KEY, or the file in DATA_DIR, which the first start makes. Throws ConfigError where it
 * is not the key of these data (rules/installation 25, 26).
 */
export const openInstallationKey = async (
  settings: KeySettings,
  db: Database,
): Promise<InstallationKey> => installationKeyOf(await openKeyText(settings, db));

async function findTextAtHand({ auditKey, dataDir }: KeySettings, db: Db) {
  const text = auditKey ?? (await readFiles(dataDir, db));
  return text !== undefined && (await isKeyOf(db, text)) ? text : undefined;
}

/** The key of these data, where the settings or the file name it. */
export async function findKeyAtHand(
  settings: KeySettings,
  db: Db,
): Promise<InstallationKey | undefined> {
  const text = await findTextAtHand(settings, db);
  return text === undefined ? undefined : installationKeyOf(text);
}

/** The file of the key, where it is the key of these data: what a backup takes along. */
export async function findKeyFile(dataDir: string, db: Db): Promise<Buffer | undefined> {
  const text = await findTextAtHand({ auditKey: undefined, dataDir }, db);
  return text === undefined ? undefined : Buffer.from(`${text}\n`);
}

/** The words of two keys; the earlier ones may be lost. */
export interface KeyChange {
  earlier: string | undefined;
  next: string;
}

/** A damaged file is as good as none. */
const findLostText = (settings: KeySettings, db: Db) =>
  findTextAtHand(settings, db).catch((error: unknown) => {
    if (error instanceof ConfigError) return undefined;
    throw error;
  });

async function earlierText(settings: KeySettings, db: Database, isLost: boolean) {
  if (!isLost) return openKeyText(settings, db);
  const isMade = (await findCheckValue(db)) !== undefined;
  if (!isMade || (await findLostText(settings, db))) throw new ConfigError(configTexts.keyNotLost);
  return undefined;
}

/** The words that the operator gives; else new ones, which wait beside the key's file. */
async function nextText({ auditKey, dataDir }: KeySettings, given: string | undefined) {
  if (given !== undefined) return { next: given, file: undefined };
  if (auditKey !== undefined) throw new ConfigError(configTexts.newKeyMissing);
  const file = keyFileIn(dataDir);
  return { next: await writeKeyFile(nextFileOf(file)), file };
}

/**
 * Goes on with another key: the given one, or a new one in the key's file. `goOn` brings everything under the new key,
 * all or nothing; killed at any moment, the next start finds the key that counts (rules/installation 29).
 */
export async function changeInstallationKey(
  settings: KeySettings,
  db: Database,
  { given, isLost }: { given: string | undefined; isLost: boolean },
  goOn: (tx: Db, change: KeyChange) => Promise<void>,
): Promise<void> {
  const before = await findCheckValue(db);
  const earlier = await earlierText(settings, db, isLost);
  const wanted = given ?? (isLost ? settings.auditKey : undefined);
  if (wanted !== undefined && wanted === earlier) throw new ConfigError(configTexts.sameKey);
  const { next, file } = await nextText(settings, wanted);
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${KEY_LOCK})`);
    await goOn(tx, { earlier, next });
    const changed = await tx.run(sql`
      update installation_key set check_value = ${checkValueOf(next)}
      where check_value = ${before ?? checkValueOf(earlier ?? '')}`);
    if (changed === 0) throw new ConfigError(configTexts.keyOfAnother);
  });
  if (file !== undefined) await moveInto(file, nextFileOf(file));
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret for one owner: under another owner's name it does not open. */
export function sealSecret(key: Buffer, owner: string, secret: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Undefined where it was sealed under another key or for another owner, or was changed. */
export function openSecret(key: Buffer, owner: string, sealed: Buffer): Buffer | undefined {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    return Buffer.concat([
      decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return undefined;
  }
}
