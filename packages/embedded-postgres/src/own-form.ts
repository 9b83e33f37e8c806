import { extname } from 'node:path';

/**
 * Threads and processes start from modules in the same form as this one: TypeScript under `tsx` and `vitest`, else
 * compiled.
 */
export const form = extname(import.meta.url);

/** A thread's first import, which lets Node read TypeScript. */
export const sourceImports = form === '.ts' ? [new URL('./register-tsx.mjs', import.meta.url)] : [];
