import { createHash, randomBytes } from 'node:crypto';

/** A secret only its holder knows; the server keeps its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
