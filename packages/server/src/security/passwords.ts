import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_COST } from './password-cost.ts';

export const hashPassword = (password: string): Promise<string> => hash(password, PASSWORD_COST);

const { memoryCost, timeCost, parallelism } = PASSWORD_COST;
const PARAMETERS = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

/** Stored at another cost than today's: to be hashed again when its password is known for a moment. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(PARAMETERS);

/** For an account nobody has chosen a password for yet. */
export const randomPassword = (): string => randomBytes(12).toString('base64url');

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password);

let hashOfNobody: Promise<string> | undefined;

/** Takes as long as a real check and never succeeds: an unknown e-mail must not answer sooner than a known one. */
export async function verifyNobody(password: string): Promise<false> {
  hashOfNobody ??= hashPassword('nobody signs in with this');
  await verifyPassword(await hashOfNobody, password);
  return false;
}
