import { codeOf, messageOf } from '../../shared/errors.ts';

/** No Redis answers at the address in REDIS_URL. */
export class RedisAwayError extends Error {}

/** Redis refuses the user of REDIS_URL, or a command that the chat needs. */
export class RedisRefusalError extends Error {}

/** Its certificate is none that this machine trusts. */
export class RedisCertificateError extends Error {}

const REFUSAL = /^(WRONGPASS|NOAUTH|NOPERM)\b/;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** Why Redis cannot be used, in a word that its operator can act upon; none of them carries a password. */
export function explainRedis(cause: unknown): Error {
  const message = messageOf(cause);
  if (REFUSAL.test(message)) return new RedisRefusalError(message, { cause });
  if (CERTIFICATE.test(codeOf(cause))) return new RedisCertificateError(message, { cause });
  return new RedisAwayError(message, { cause });
}
