import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first of these names that a folder of PATH holds as a program.
 *
 * @param {string[]} names
 */
export function onPath(names, path = process.env.PATH ?? '') {
  const folders = path.split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Folders `parent/<version>/rest`, the highest version first.
 *
 * @param {string} parent
 * @param {string} rest
 */
export function versionsIn(parent, rest) {
  try {
    return readdirSync(parent)
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((version) => join(parent, version, rest));
  } catch {
    return [];
  }
}
