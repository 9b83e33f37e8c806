import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { EngineLostError } from '@chat/embedded-postgres/engine-thread';
import { FolderInUseError } from '@chat/embedded-postgres/folder-lock';
import { ConfigError } from './config/env.ts';
import { faultTexts, mainTexts } from './config/operator.texts.ts';
import { isEntranceRefused } from './config/refused-settings.ts';
import { isDeadlock, isDiskFull, isStarting, isTransient } from './db/faults.ts';
import { SchemaError } from './db/migrate.ts';
import { DatabaseTakenError } from './modules/presence/lease.ts';
import {
  RedisAwayError,
  RedisCertificateError,
  RedisRefusalError,
} from './realtime/cluster/redis-away.ts';
import { codeOf, messageOf } from './shared/errors.ts';
import { StorageError } from './storage/storage.ts';

const reasonOf = (error: Error) => messageOf(error.cause ?? error).split('\n')[0] ?? '';

/** The failure that all others come from: a store's own words. */
const firstCauseOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? firstCauseOf(error.cause) : error;

/** Faults of the embedded engine and of the store of files. */
function explainParts(error: unknown): string | undefined {
  if (error instanceof EngineLostError)
    return explainSystemFault(error) ?? faultTexts.engineLost(reasonOf(error));
  if (error instanceof StorageError) {
    const first = firstCauseOf(error);
    return explainSystemFault(error) ?? mainTexts.storageFailed(messageOf(first) || codeOf(first));
  }
  return undefined;
}

/** Refusals of a PostgreSQL server. */
function explainRefusal(error: unknown): string | undefined {
  if (isStarting(error)) return faultTexts.databaseStarting;
  if (isDeadlock(error)) return faultTexts.databaseDeadlock;
  if (isDiskFull(error)) return faultTexts.noRoom('');
  if (isEntranceRefused(error)) return faultTexts.databaseRefuses(messageOf(error));
  if (isTransient(error)) return mainTexts.databaseAway(messageOf(error) || codeOf(error));
  return undefined;
}

/** One line for a start that failed for a reason its operator can mend; anything else is shown whole. */
export function explainFailure(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof SchemaError) return error.message;
  if (error instanceof FolderInUseError) return mainTexts.folderInUse;
  if (error instanceof DatabaseTakenError) return mainTexts.databaseTaken;
  if (error instanceof RedisAwayError) return mainTexts.redisAway(error.message);
  if (error instanceof RedisRefusalError) return mainTexts.redisRefuses(error.message);
  if (error instanceof RedisCertificateError) return mainTexts.redisUnproven(error.message);
  if (codeOf(error) === 'EADDRINUSE') return mainTexts.portTaken(messageOf(error));
  return explainParts(error) ?? explainRefusal(error) ?? explainSystemFault(error) ?? error;
}

/** As Node tells that the system refuses something: code, reason, call and path. */
const REFUSED = /\b(E[A-Z]{2,}): [^,\n]+, \w+(?: '([^'\n]*)')?/;
// As PostgreSQL tells it.
const NO_ROOM = /No space left on device|Disk quota exceeded/;
const NO_MEMORY = /out of memory|could not allocate|cannot allocate memory/i;

const texts: Record<string, (path: string) => string> = {
  EACCES: faultTexts.notAllowed,
  EDQUOT: faultTexts.noRoom,
  EIO: faultTexts.diskFails,
  EISDIR: faultTexts.isFolder,
  EMFILE: () => faultTexts.noDescriptors,
  ENFILE: () => faultTexts.noDescriptors,
  ENOENT: faultTexts.notThere,
  ENOMEM: () => faultTexts.noMemory,
  ENOSPC: faultTexts.noRoom,
  ENOTDIR: faultTexts.notThere,
  EPERM: faultTexts.notAllowed,
  EROFS: faultTexts.readOnly,
};

/** The messages of an error and of its causes. An error of another thread or process is nothing but words. */
function wordsOf(error: unknown): string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return [messageOf(error), ...(cause === undefined ? [] : wordsOf(cause))];
}

/** One line where the machine refuses what every program needs of it; undefined where it does not. */
export function explainSystemFault(error: unknown): string | undefined {
  const words = wordsOf(error).join('\n');
  const [, code = '', path = ''] = REFUSED.exec(words) ?? [];
  const folder = tmpdir();
  if (code === 'ENOENT' && path.startsWith(folder) && !existsSync(folder))
    return faultTexts.noTemporaryFolder(folder);
  const text = texts[code]?.(path);
  if (text !== undefined) return text;
  if (NO_ROOM.test(words)) return faultTexts.noRoom('');
  return NO_MEMORY.test(words) ? faultTexts.noMemory : undefined;
}
