import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Absolute path inside the repository.
 *
 * @param {string[]} parts
 */
export function inRepo(...parts) {
  return join(fileURLToPath(new URL('../..', import.meta.url)), ...parts);
}

/** An image holds what was built, with the packages that needs, and nothing to build it from. */
export const hasSources = () => existsSync(inRepo('packages/server/src'));

/**
 * A module of the built server, which no type check knows.
 *
 * @param {string} file
 * @returns {Promise<any>}
 */
export const importServer = (file) => import(inRepo('packages/server/dist', file));

/** The server and the packages of ours that it runs with. */
export const serverPackages = [
  'packages/contract',
  'packages/embedded-postgres',
  'packages/media',
  'packages/spanish',
  'packages/server',
];
