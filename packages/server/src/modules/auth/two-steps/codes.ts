import { createHash, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../../db/database.ts';
import type { SharedRedis } from '../../../realtime/cluster/open-redis.ts';
import {
  type InstallationKey,
  installationKeyOf,
  type KeyChange,
  openSecret,
  sealSecret,
} from '../../../security/installation-key.ts';
import { createFailureLimiter } from '../../../security/limiter.ts';
import type { Credentials } from '../auth.queries.ts';
import {
  findSecrets,
  findTwoSteps,
  removeRecoveryCode,
  replaceSecrets,
  updateLastStep,
} from './two-steps.queries.ts';

// Authenticators show it above the codes: the product's name.
const ISSUER = 'WEB CHAT';
const SECRET_BYTES = 20;
/** Codes of the 30 s before and after are taken, too: clocks differ, and people type slowly. */
const WINDOW = 1;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

const authenticator = (secret: Uint8Array, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/** A secret as people and authenticators are given it. */
export function presentSecret(secret: Uint8Array, email: string): { secret: string; uri: string } {
  const shown = authenticator(secret, email);
  return { secret: shown.secret.base32, uri: shown.toString() };
}

// People copy codes with blanks, hyphens and dashes between their groups.
const plain = (code: string) => code.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();

const CODE = /^\d{6}$/;

/** The 30 s of a right code, counted from 1970. */
export function stepOf(secret: Uint8Array, code: string): number | undefined {
  const token = plain(code);
  if (!CODE.test(token)) return undefined;
  const totp = authenticator(secret);
  const timestamp = Date.now();
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

// 32 letters and digits without those that look like others (I, L, O, U).
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const GROUP = 4;

/** 80 bits, as 'XXXX-XXXX-XXXX-XXXX'. */
export function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]);
  const groups = Array.from({ length: LENGTH / GROUP }, (_, index) =>
    letters.slice(index * GROUP, (index + 1) * GROUP).join(''),
  );
  return groups.join('-');
}

/**
 * As a recovery code is stored. A fast hash is enough: nobody tries 80 random bits, and people's passwords alone need a
 * slow one. No key is part of it: the codes still work when the installation's key is lost.
 */
export const hashOfRecoveryCode = (userId: number, code: string): Buffer =>
  createHash('sha256')
    .update(`recovery code ${userId} ${plain(code)}`)
    .digest();

/** Whether it may be a recovery code; others need not be looked for. */
const isRecoveryCode = (code: string): boolean => plain(code).length === LENGTH;

interface CodeDeps {
  db: Db;
  log: FastifyBaseLogger;
  installationKey: InstallationKey;
  /** Wrong codes of a person in a minute. */
  rate: number;
  redis: SharedRedis | undefined;
}

/** The codes of people's second steps. */
export interface CodeChecks {
  /**
   * Proves a person by more than their password; asked after the password was right, before anything else is told.
   * Returns the second step that was passed, as its secret is stored; null for people without one. Throws 429 after
   * too many wrong codes.
   */
  check(
    user: Credentials,
    given: { code: string | undefined; address: string },
  ): Promise<{ passed: Buffer | null } | 'missing' | 'wrong'>;
  /**
   * Runs a check of a code unless too many of the person's were wrong within the last minute (429); one that gives
   * false counts as wrong. However many run at once, no more of them can be wrong than the limit allows.
   */
  attempt(userId: number, check: () => Promise<boolean>): Promise<boolean>;
  seal(userId: number, secret: Buffer): Buffer;
  open(userId: number, sealed: Buffer): Buffer | undefined;
}

const SECONDS = 60;

const ownerOf = (userId: number) => `user ${userId}`;

const secretsKeyOf = (key: InstallationKey) => key.derive('secrets of authenticators');

/** In the place of a secret whose key was lost: the second step stays, by recovery codes, until it is set up anew. */
const LOST_SECRET = Buffer.alloc(0);

/** Secrets go on under another key. Where the earlier one is lost nobody reads them again (rules/two-steps 12). */
export async function changeSecretsKey(tx: Db, { earlier, next }: KeyChange): Promise<void> {
  const key = secretsKeyOf(installationKeyOf(next));
  const earlierKey = earlier === undefined ? undefined : secretsKeyOf(installationKeyOf(earlier));
  const sealAnew = (userId: number, sealed: Buffer | null): Buffer | null => {
    if (sealed === null) return null;
    const secret = earlierKey && openSecret(earlierKey, ownerOf(userId), sealed);
    return secret ? sealSecret(key, ownerOf(userId), secret) : LOST_SECRET;
  };
  const all = await findSecrets(tx);
  await replaceSecrets(
    tx,
    all.map(({ userId, secret, pendingSecret }) => ({
      userId,
      secret: sealAnew(userId, secret),
      pendingSecret: sealAnew(userId, pendingSecret),
    })),
  );
}

export function createCodeChecks(deps: CodeDeps): CodeChecks {
  const { db, log, installationKey, rate, redis } = deps;
  const wrongCodes = createFailureLimiter({ name: 'codes', points: rate, seconds: SECONDS }, redis);
  const key = secretsKeyOf(installationKey);

  function open(userId: number, sealed: Buffer): Buffer | undefined {
    const secret = openSecret(key, ownerOf(userId), sealed);
    if (!secret && sealed.length > 0)
      log.error({ userId }, "an authenticator's secret cannot be read");
    return secret;
  }

  const attempt = (userId: number, check: () => Promise<boolean>): Promise<boolean> =>
    wrongCodes.attempt(`person:${userId}`, check);

  /** True once for each code of the second step with this secret (rules/two-steps 4, 5). */
  async function takeCode(
    userId: number,
    sealed: Buffer,
    { code, address }: { code: string; address: string },
  ): Promise<boolean> {
    if (isRecoveryCode(code))
      return removeRecoveryCode(db, userId, hashOfRecoveryCode(userId, code), address);
    const secret = open(userId, sealed);
    const step = secret && stepOf(secret, code);
    return step !== undefined && (await updateLastStep(db, userId, sealed, step)) > 0;
  }

  return {
    attempt,
    open,
    seal: (userId, secret) => sealSecret(key, ownerOf(userId), secret),
    async check({ id, hasSecondStep }, { code, address }) {
      if (!hasSecondStep) return { passed: null };
      if (code === undefined) return 'missing';
      // Before the code is used: another second step that takes its place from here on is none that was passed.
      const passed = (await findTwoSteps(db, id))?.secret;
      if (!passed) return 'wrong';
      return (await attempt(id, () => takeCode(id, passed, { code, address })))
        ? { passed }
        : 'wrong';
    },
  };
}
