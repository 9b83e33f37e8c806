import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

/** @param {string} name */
const isCode = (name) =>
  /\.tsx?$/.test(name) && !/\.d\.ts$|(^|\/)(node_modules|dist|\.[^/]+)\//.test(name);
/** @param {string} name */
const isTest = (name) => /\.(test|spec)\.tsx?$/.test(name);

/**
 * The paths of a folder's sources from there, tests left out unless asked for.
 *
 * @param {string} folder
 * @param {{ withTests?: boolean }} [options]
 */
export const sourcesWithin = (folder, { withTests = false } = {}) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => isCode(name) && (withTests || !isTest(name)),
  );

/**
 * Each check asks for the imports of some folder, and most files lie in several of them.
 *
 * @type {Map<string, { text: string, specifiers: Set<string> }>}
 */
const parsed = new Map();

/** @param {string} path */
function specifiersOf(path) {
  const text = readFileSync(path, 'utf8');
  const known = parsed.get(path);
  if (known?.text === text) return known.specifiers;
  const specifiers = parseSpecifiers(path, text);
  parsed.set(path, { text, specifiers });
  return specifiers;
}

/**
 * @param {string} path
 * @param {string} text
 */
function parseSpecifiers(path, text) {
  const { module } = parseSync(path, text);
  const known = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
    .map(({ moduleRequest }) => moduleRequest?.value)
    .filter((value) => value !== undefined);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
  );
  return new Set([...known, ...dynamic]);
}

/**
 * The imports of a folder's sources by relative paths, tests left out unless asked for; both ends are told from that
 * folder.
 *
 * @typedef {{ from: string, to: string }} Import
 * @param {string} folder
 * @param {{ withTests?: boolean }} [options]
 * @returns {Import[]}
 */
export function importsWithin(folder, options) {
  return sourcesWithin(folder, options).flatMap((file) => {
    const path = join(folder, file);
    return [...specifiersOf(path)]
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({
        from: file,
        to: relative(folder, normalize(join(dirname(path), specifier))),
      }));
  });
}
