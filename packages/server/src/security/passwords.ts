import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Load } from './keyed-queue.ts';
import { PASSWORD_COST } from './password-cost.ts';

export const hashPassword = (password: string): Promise<string> => hash(password, PASSWORD_COST);

const { memoryCost, timeCost, parallelism } = PASSWORD_COST;
const PARAMETERS = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

/** Stored at another cost than today's: to be hashed again when its password is known for a moment. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(PARAMETERS);

/** A secret of 256 bits only its holder knows; the server keeps its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** For secrets that nobody can guess: they need no slow hash, as passwords do. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** For an account nobody has chosen a password for yet. */
export const randomPassword = (): string => randomBytes(12).toString('base64url');

const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password);

let hashOfNobody: Promise<string> | undefined;

/**
 * Verifies a password. For nobody, and for a person without a password, it takes as long and never succeeds, so that
 * no answer shows who has an account, or a password.
 */
export async function verifyStored(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  if (stored) return verifyPassword(stored, password);
  hashOfNobody ??= hashPassword('nobody signs in with this');
  await verifyPassword(await hashOfNobody, password);
  return false;
}

export interface PasswordAttempt {
  address: string;
  email: string;
  /** The caller's user, where known: they take turns with themselves and not with others of their address. */
  personId?: number;
  /** The device of the e-mail's user that calls, where it is approved. */
  findApprovedDevice: () => Promise<{ id: number } | undefined>;
}

/**
 * Every check of a password passes here (rules/sign-in 8). Failures are counted for an address with an e-mail, an
 * address alone and an e-mail alone; an approved device has a gate of its own, which nobody else can fill.
 */
export interface PasswordAttempts {
  /**
   * Runs a check of the password unless too many have failed before (429); a check that gives false counts as failed.
   * However many run at once, no more of them can fail than the limits allow. Addresses take turns; approved devices come first, and callers who have not guessed.
   */
  attempt(attempt: PasswordAttempt, check: () => Promise<boolean>): Promise<boolean>;
  /**
   * Runs what costs as much as a check, such as a new hash, behind the checks. People take turns; 429 when too much of it
   * is waiting.
   */
  runAfterChecks<T>(personId: number, work: () => Promise<T>): Promise<T>;
  /** Counts a company sign-in that begins, up to as many as may fail at one address (429). */
  countBegun(address: string): Promise<void>;
  load(): Load;
}
