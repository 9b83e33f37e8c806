import { FolderInUseError } from '@chat/embedded-postgres/folder-lock';
import { ConfigError } from './config/env.ts';
import { SchemaError } from './db/migrate.ts';
import { isTransient } from './db/outage.ts';
import { mainTexts } from './main.texts.ts';
import { DatabaseTakenError } from './modules/presence/lease.ts';
import {
  RedisAwayError,
  RedisCertificateError,
  RedisRefusalError,
} from './realtime/shared/redis-away.ts';
import { codeOf, messageOf } from './shared/error-parts.ts';
import { StorageError } from './storage/storage.ts';

/** The failure that all others come from: a store's own words. */
const firstCauseOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? firstCauseOf(error.cause) : error;

/** One line for a start that failed for a reason its operator can mend; anything else is shown whole. */
export function explainFailure(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof SchemaError) return error.message;
  if (error instanceof FolderInUseError) return mainTexts.folderInUse;
  if (error instanceof DatabaseTakenError) return mainTexts.databaseTaken;
  if (error instanceof RedisAwayError) return mainTexts.redisAway(error.message);
  if (error instanceof RedisRefusalError) return mainTexts.redisRefuses(error.message);
  if (error instanceof RedisCertificateError) return mainTexts.redisUnproven(error.message);
  if (error instanceof StorageError) {
    const first = firstCauseOf(error);
    return mainTexts.storageFailed(messageOf(first) || codeOf(first));
  }
  const [code, message] = [codeOf(error), messageOf(error)];
  if (isTransient(error)) return mainTexts.databaseAway(message || code);
  return code === 'EADDRINUSE' ? mainTexts.portTaken(message) : error;
}
