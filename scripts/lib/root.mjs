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
