import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { dropOldest } from '../../shared/drop-oldest.ts';
import { type Envelope, headOf } from './envelope.ts';

export const SECRET_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const NUMBER_BYTES = 6;
const TAG_BYTES = 16;
const NAME_BYTES = 16;
const MAX_NAMES = 20_000;

/** One sender's entries: only who has the secret writes or reads them, and only behind the envelope they were sealed with. */
export interface Seal {
  close(envelope: Envelope, text: string): Buffer;
  /** Undefined for what was not sealed so. */
  open(envelope: Envelope, sealed: Buffer): string | undefined;
}

/**
 * What the secret of an installation is used for, each with a key of its own. Redis gets nothing in the clear but numbers,
 * and the names of processes.
 */
export class Secrets {
  readonly #secret: Buffer;
  readonly #forNames: KeyObject;
  readonly #names = new Map<string, string>();

  constructor(secret: Buffer) {
    this.#secret = secret;
    this.#forNames = this.#keyFor('names', '');
  }

  /** The same for all processes, and tells nobody else what it is the name of. */
  nameOf(thing: string): string {
    const known = this.#names.get(thing);
    if (known !== undefined) return known;
    const digest = createHmac('sha256', this.#forNames).update(thing).digest();
    const name = digest.subarray(0, NAME_BYTES).toString('base64url');
    this.#names.set(thing, name);
    dropOldest(this.#names, MAX_NAMES);
    return name;
  }

  /** Each process has a name that is drawn at its start, so its numbers are nonces that never come twice. */
  sealOf(processName: string): Seal {
    const key = this.#keyFor('entries', processName);
    return {
      close(envelope, text) {
        const cipher = createCipheriv(ALGORITHM, key, nonceOf(envelope.number));
        cipher.setAAD(Buffer.from(headOf(envelope)));
        const body = cipher.update(text, 'utf8');
        cipher.final();
        return Buffer.concat([body, cipher.getAuthTag()]);
      },
      open(envelope, sealed) {
        const end = sealed.length - TAG_BYTES;
        if (end < 0) return undefined;
        const decipher = createDecipheriv(ALGORITHM, key, nonceOf(envelope.number));
        decipher.setAAD(Buffer.from(headOf(envelope)));
        decipher.setAuthTag(sealed.subarray(end));
        try {
          const body = decipher.update(sealed.subarray(0, end));
          decipher.final();
          return body.toString();
        } catch {
          return undefined;
        }
      },
    };
  }

  #keyFor(use: string, whose: string): KeyObject {
    return createSecretKey(Buffer.from(hkdfSync('sha256', this.#secret, whose, use, SECRET_BYTES)));
  }
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(number, NONCE_BYTES - NUMBER_BYTES, NUMBER_BYTES);
  return nonce;
}
