import type { Load } from './turns.ts';

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
  load(): Load;
}
