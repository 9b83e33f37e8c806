import { extname } from 'node:path';

/** Threads and processes are started from modules in the form of this one: TypeScript under `tsx` and `vitest`, compiled otherwise. */
export const form = extname(import.meta.url);

/** What they load first, to read that form. */
export const sourceImports = form === '.ts' ? [new URL('./register-tsx.mjs', import.meta.url)] : [];
