import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, messageOf } from '../shared/errors.ts';
import { type Config, settingNames, wrongSetting } from './env.ts';
import { configTexts } from './operator.texts.ts';

// Settings that read well, and that this machine or the server they name does not take: known only once they are used.

const NO_FOLDER = /^(EACCES|EEXIST|ENOTDIR|EPERM|EROFS)$/;
const NO_ADDRESS = /^(EADDRNOTAVAIL|EAFNOSUPPORT|EAI_AGAIN|EINVAL|ENOTFOUND)$/;
// PostgreSQL's for: not as this user, not with this password, no such database.
const NO_ENTRANCE = /^(28\d{3}|28P01|3D000)$/;
// `pg` gives no code when a password is missing, or when the server has no TLS.
const NO_CREDENTIALS = /^SASL|does not support SSL/;

/** The folder of all data, made where it is missing; false when others may enter it and that cannot be changed. */
export async function makeDataDir(dataDir: string): Promise<boolean> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const isClosed = await closeToOthers(dataDir);
    await access(dataDir, constants.W_OK | constants.X_OK);
    return isClosed;
  } catch (error) {
    throw NO_FOLDER.test(codeOf(error))
      ? wrongSetting('DATA_DIR', dataDir, configTexts.writableFolder)
      : error;
  }
}

/** True when a database lets nobody in by its address. */
export const isEntranceRefused = (error: unknown) =>
  NO_ENTRANCE.test(codeOf(error)) || NO_CREDENTIALS.test(messageOf(error));

/** For a database that could not be opened. */
export function explainDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>, error: unknown) {
  return databaseUrl && isEntranceRefused(error)
    ? wrongSetting('DATABASE_URL', databaseUrl, configTexts.openDatabase(messageOf(error)))
    : error;
}

/** For a server that could not listen; a port that is taken has a line of its own. */
export function explainListening({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown) {
  const code = codeOf(error);
  if (NO_ADDRESS.test(code)) return wrongSetting('HOST', host, configTexts.ownAddress);
  if (code === 'EACCES') return wrongSetting('PORT', String(port), configTexts.openPort);
  return error;
}

const OWNER_ALONE = 0o700;
const BY_OTHERS = 0o077;

/** Makes files and folders of this process private to its own user, whatever umask it was started with. */
export function makePrivate(): void {
  process.umask(BY_OTHERS);
}

/**
 * Closes the folder of all data to everybody else; false when it is somebody else's and can only be used. Where others
 * could enter, the database in it is closed as well, should it ever be copied to another place.
 */
async function closeToOthers(dataDir: string): Promise<boolean> {
  // Windows has no such modes.
  if (process.platform === 'win32') return true;
  const { mode } = await stat(dataDir);
  try {
    await chmod(dataDir, OWNER_ALONE);
  } catch (error) {
    if (codeOf(error) === 'EPERM') return false;
    throw error;
  }
  if (mode & BY_OTHERS) await closeAll(join(dataDir, 'db'));
  return true;
}

async function closeAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    // A file that keeps its mode is still inside a folder that is closed.
    if (found) await chmod(path, found.mode & ~BY_OTHERS & 0o777).catch(() => undefined);
  }
}

/** A variable that changes nothing, and the setting that it was probably meant to be. */
interface Misspelt {
  name: string;
  known: string;
}

const SHORTEST_COMPARED = 6;
const ALIKE = 3;
// One letter of a short name, two of a long one.
const slipsIn = (name: string) => (name.length < 9 ? 1 : 2);

/** How many letters are left out, added, changed, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (last[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}

const isAlikeAtAnEnd = (a: string, b: string) =>
  a.slice(0, ALIKE) === b.slice(0, ALIKE) || a.slice(-ALIKE) === b.slice(-ALIKE);

const isSlip = (name: string, known: string) =>
  known.length >= SHORTEST_COMPARED &&
  isAlikeAtAnEnd(name, known) &&
  distance(name, known) <= slipsIn(known);

/**
 * `MAX_UPLOAD` or `MAX_UPLOAD_SIZE` for `MAX_UPLOAD_MB`: all words of a long name but its last one, which is a unit.
 */
function isOfAnotherUnit(name: string, known: string): boolean {
  const words = known.split('_');
  const given = name.split('_');
  const beginning = words.slice(0, -1);
  return (
    beginning.length >= 2 &&
    given.length <= words.length &&
    given.slice(0, beginning.length).join('_') === beginning.join('_')
  );
}

const plain = (name: string) => name.trim().toUpperCase().replaceAll('-', '_');

function meantBy(name: string): string | undefined {
  const given = plain(name);
  return (
    settingNames.find((known) => known === given) ??
    settingNames.find((known) => isSlip(given, known)) ??
    settingNames.find((known) => isOfAnotherUnit(given, known))
  );
}

/**
 * Variables that look like a setting and are none. One whose setting is given as well is left alone: other programs
 * read the same environment.
 */
export function findMisspelt(environment: NodeJS.ProcessEnv): Misspelt[] {
  const names = Object.keys(environment)
    .filter((name) => environment[name] && !settingNames.includes(name))
    .sort();
  return names.flatMap((name) => {
    const known = meantBy(name);
    return known !== undefined && !environment[known] ? [{ name, known }] : [];
  });
}
