import { createHash, hash, randomBytes } from 'node:crypto';

/** A secret only its holder knows; the server keeps its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A session's cookie for files: derived from the token, which cannot be found from it. Every call asks for it. */
export const fileKeyOf = (token: string): string => hash('sha256', `files:${token}`, 'base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
