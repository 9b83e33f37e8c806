import { createHmac } from 'node:crypto';
import type { Config } from '../../config/env.ts';
import { type Database, type Db, sql } from '../../db/database.ts';
import {
  type InstallationKey,
  installationKeyOf,
  type KeyChange,
} from '../../security/installation-key.ts';
import { recordAct } from './audit.actions.ts';

const SETTINGS_LOCK = 4_519_013;
// The name of the row that says that there was a start.
const STARTED = '';
const SECRETS = new Set([
  'ADMIN_PASSWORD',
  'AUDIT_KEY',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'REDIS_URL',
  'S3_URL',
]);
/** Nothing is left of an erased person's e-mail but in the audit (rules/erasure 1). */
const HASHED = new Set([...SECRETS, 'ADMIN_EMAIL']);

/** As it is compared: of a hashed one nobody reads more than that it is another one. */
function knownForm(name: string, value: string, key: InstallationKey): string {
  if (!HASHED.has(name)) return value;
  return createHmac('sha256', key.derive('known settings')).update(value).digest('hex');
}

interface Known {
  name: string;
  value: string;
}

async function replaceKnown(tx: Db, settings: Known[]): Promise<void> {
  await tx.run(sql`delete from known_settings`);
  await tx.run(sql`
    insert into known_settings (name, value)
    select * from unnest(
      ${settings.map(({ name }) => name)}::text[], ${settings.map(({ value }) => value)}::text[])`);
}

/** Records a start with other settings than the last, with their values where they are no secret (rules/audit 19). */
export async function recordSettings(
  db: Database,
  { given }: Pick<Config, 'given'>,
  key: InstallationKey,
): Promise<void> {
  const now = Object.entries(given).map(([name, value]) => ({
    name,
    value: knownForm(name, value, key),
  }));
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`);
    const known = await tx.many<Known>(sql`select name, value from known_settings`);
    const before = new Map(known.map(({ name, value }) => [name, value]));
    const gone = known.filter(({ name }) => name !== STARTED && !(name in given));
    const unlike = now.filter(({ name, value }) => before.get(name) !== value);
    if (before.has(STARTED) && gone.length + unlike.length === 0) return;
    await replaceKnown(tx, [{ name: STARTED, value: '' }, ...now]);
    // An earlier version kept the value itself.
    const other = unlike.filter(({ name }) => before.get(name) !== given[name]);
    if (!before.has(STARTED) || gone.length + other.length === 0) return;
    const names = [...gone, ...other].map(({ name }) => name).toSorted();
    const detail = names
      .map((name) => (SECRETS.has(name) ? name : `${name}=${given[name] ?? ''}`))
      .join(', ');
    await recordAct(tx, undefined, 'SETTINGS_CHANGED', { detail });
  });
}

/**
 * Settings that are secrets are known under another key. One that was changed since the last start stays another one;
 * where the earlier key is lost, those of now count as known.
 */
export async function changeSettingsKey(
  tx: Db,
  { given }: Pick<Config, 'given'>,
  { earlier, next }: KeyChange,
): Promise<void> {
  const known = await tx.many<Known>(sql`select name, value from known_settings`);
  if (known.length === 0) return;
  const earlierKey = earlier === undefined ? undefined : installationKeyOf(earlier);
  const settings = known.map(({ name, value }) => {
    const now = given[name];
    if (!HASHED.has(name) || now === undefined) return { name, value };
    const isSame = !earlierKey || value === knownForm(name, now, earlierKey);
    return { name, value: isSame ? knownForm(name, now, installationKeyOf(next)) : value };
  });
  await replaceKnown(tx, settings);
}
