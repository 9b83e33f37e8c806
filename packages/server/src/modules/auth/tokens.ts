import { createHash, hash, randomBytes } from 'node:crypto';

/** A secret only its holder knows; the server keeps its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What a session's cookie for files holds: it follows from the token, and no token follows from it. Every call asks for it. */
export const fileKeyOf = (token: string): string => hash('sha256', `files:${token}`, 'base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
