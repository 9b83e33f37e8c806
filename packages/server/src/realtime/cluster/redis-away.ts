import { codeOf, messageOf } from '../../shared/errors.ts';

/** No Redis answers at the address in REDIS_URL. */
export class RedisAwayError extends Error {}

/** Redis refuses the user of REDIS_URL, or a command that the chat needs. */
export class RedisRefusalError extends Error {}

/** Its certificate is none that this machine trusts. */
export class RedisCertificateError extends Error {}

// Redis follows another one, its disk fails, it has no room, wants a sign-in, forbids it to this user, or still reads its
// data. Inside a script some versions say so in the midst of other words.
const NO_WRITES =
  /\b(READONLY|MISCONF|OOM|NOAUTH|NOPERM|LOADING|MASTERDOWN|NOREPLICAS)\b|ACL failure in script/;

/** True where Redis answers and takes nothing: as good as away, until its name leads to one that does. */
export const refusesWrites = (error: unknown): boolean => NO_WRITES.test(messageOf(error));

const REFUSAL = /^(WRONGPASS|NOAUTH|NOPERM)\b/;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** Why Redis cannot be used, in a word that its operator can act upon; none of them carries a password. */
export function explainRedis(cause: unknown): Error {
  const message = messageOf(cause);
  if (REFUSAL.test(message)) return new RedisRefusalError(message, { cause });
  if (CERTIFICATE.test(codeOf(cause))) return new RedisCertificateError(message, { cause });
  return new RedisAwayError(message, { cause });
}
