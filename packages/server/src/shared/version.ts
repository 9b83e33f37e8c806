import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

export const { version } = manifest;

const byNumbers = new Intl.Collator('en', { numeric: true });

/** Below 0 where `one` is older than `other`; no version is older than any. */
export const compareVersions = (one: string | null, other: string | null): number =>
  byNumbers.compare(one ?? '', other ?? '');

/** The newest of them; null where none has a name. */
export const newestOf = (versions: (string | null)[]): string | null =>
  [...versions].sort(compareVersions).at(-1) ?? null;

/** Threads and processes are started from modules in the form of this one: TypeScript under `tsx` and `vitest`, compiled otherwise. */
export const form = extname(import.meta.url);

/** Modules to load first, so that the form can be read. */
export const sourceImports = form === '.ts' ? [new URL('./register-tsx.mjs', import.meta.url)] : [];
