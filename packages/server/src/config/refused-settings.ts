import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { codeOf, messageOf } from '../shared/error-parts.ts';
import { configTexts } from './config.texts.ts';
import { type Config, wrongSetting } from './env.ts';
import { closeToOthers } from './private-data.ts';

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
