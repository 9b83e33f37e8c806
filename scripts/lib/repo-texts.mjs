import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const leftOut =
  /^(node_modules|dist|release|data|(demo|seed)-data|coverage|(test|bench)-results|\..*|package-lock\.json)$/;
const isText = /\.(css|html|js|json|md|mjs|py|sh|sql|ts|tsx|ya?ml)$/;

/** @typedef {{ file: string, text: string }} Text */

/**
 * Every file below a folder, named from there; nothing that is built or installed.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function listFiles(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !leftOut.test(name))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      return entry.isDirectory() ? listFiles(root, path) : [path];
    });
}

/**
 * The files among them that people write.
 *
 * @param {string} root
 * @returns {Text[]}
 */
export function readTexts(root) {
  return listFiles(root)
    .filter((file) => isText.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/**
 * Where a match stands, as people and editors name it.
 *
 * @param {Text} source
 * @param {number} index
 */
export function placeOf({ file, text }, index) {
  return `${file}:${text.slice(0, index).split('\n').length}`;
}
