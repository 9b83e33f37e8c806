import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

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

/** Processes are started from modules in the form of this one: TypeScript under `tsx` and `vitest`, compiled otherwise. */
export const form = extname(import.meta.url);

/** Node's options for such a process, by which it can read that form. */
export const formOptions =
  form === '.ts'
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : [];
