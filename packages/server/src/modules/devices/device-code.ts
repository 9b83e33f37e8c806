import { randomInt } from 'node:crypto';

// Without letters and digits that are taken for each other when read aloud or copied: 0 O, 1 I L.
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 6;

/** The waiting person and the administrator compare it. */
export const newDeviceCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
