import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

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
export const isRecoveryCode = (code: string): boolean => plain(code).length === LENGTH;
