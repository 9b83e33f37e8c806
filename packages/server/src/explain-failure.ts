import { ClusterNotMadeError } from '@chat/embedded-postgres/create-cluster';
import { EngineLostError } from '@chat/embedded-postgres/engine-thread';
import { FolderInUseError } from '@chat/embedded-postgres/folder-lock';
import { ConfigError } from './config/env.ts';
import { isEntranceRefused } from './config/refused-settings.ts';
import { isDeadlock, isDiskFull, isStarting } from './db/faults.ts';
import { SchemaError } from './db/migrate.ts';
import { isTransient } from './db/outage.ts';
import { faultTexts } from './explain-failure.texts.ts';
import { explainSystemFault } from './explain-system-fault.ts';
import { mainTexts } from './main.texts.ts';
import { DatabaseTakenError } from './modules/presence/lease.ts';
import {
  RedisAwayError,
  RedisCertificateError,
  RedisRefusalError,
} from './realtime/shared/redis-away.ts';
import { codeOf, messageOf } from './shared/error-parts.ts';
import { StorageError } from './storage/storage.ts';

/** The last line that says something: above it stands where in the code. */
const lastWords = (words: string) =>
  words.split('\n').findLast((line) => /^\w*Error: /.test(line)) ?? words.split('\n')[0] ?? '';

const reasonOf = (error: Error) => messageOf(error.cause ?? error).split('\n')[0] ?? '';

/** The failure that all others come from: a store's own words. */
const firstCauseOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? firstCauseOf(error.cause) : error;

/** What this program stands on beside a database of its own: the embedded engine, and the store of files. */
function explainParts(error: unknown): string | undefined {
  if (error instanceof ClusterNotMadeError) {
    return error.wasKilled
      ? faultTexts.clusterKilled
      : (explainSystemFault(error) ?? faultTexts.clusterFailed(lastWords(error.message)));
  }
  if (error instanceof EngineLostError)
    return explainSystemFault(error) ?? faultTexts.engineLost(reasonOf(error));
  if (error instanceof StorageError) {
    const first = firstCauseOf(error);
    return explainSystemFault(error) ?? mainTexts.storageFailed(messageOf(first) || codeOf(first));
  }
  return undefined;
}

/** What a PostgreSQL server refuses. */
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
