import { posix } from 'node:path';
import { placeOf } from './repo-texts.mjs';

/**
 * @typedef {import('./repo-texts.mjs').Text} Text
 * @typedef {{ path: string, index: number }} Mention
 */

const isDocument = /^(?:[A-Z]+\.md|docs\/.+\.md)$/;
// A path that a test plants is no mention.
const isTest = /\.test\.mjs$/;
const isNamedFile = /\.(conf|css|html|js|md|mjs|sh|sql|ts|tsx|yml)$/;

/**
 * Paths that the documents name and that are not there. A path may leave out its first folders (`http/route.ts`), and `*`
 * stands for a part of a name; in code, mentions of documents are looked at.
 *
 * @param {Text[]} texts
 * @param {string[]} files
 */
export function findMissingPaths(texts, files) {
  const known = [...files, ...foldersOf(files)];
  const isKnown = (/** @type {string} */ path) => {
    const pattern = new RegExp(`(?:^|/)${patternOf(path)}$`);
    return known.some((one) => pattern.test(one));
  };
  const roots = new Set(known.filter((path) => !path.includes('/')));
  return texts
    .filter(({ file }) => !isTest.test(file))
    .flatMap((source) => {
      const named = isDocument.test(source.file)
        ? [...pathsIn(source, roots), ...linksIn(source)]
        : documentsIn(source);
      return named
        .filter(({ path }) => !isKnown(path))
        .map(({ path, index }) => `${placeOf(source, index)} names ${path}, which is not there`);
    });
}

/** @param {string[]} files */
function foldersOf(files) {
  /** @type {Set<string>} */
  const folders = new Set();
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      folders.add(file.slice(0, at));
    }
  }
  return [...folders];
}

/**
 * A built file bears its source's name: `main.js` is there as `main.ts`.
 *
 * @param {string} path
 */
const patternOf = (path) =>
  path
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replace(/\\\.js$/, String.raw`\.[jt]s`);

/**
 * In backticks: what has a file's name, and what begins with a folder of the repository.
 *
 * @param {Text} source
 * @param {Set<string>} roots
 * @returns {Mention[]}
 */
function pathsIn({ text }, roots) {
  return [...text.matchAll(/`([\w@*.-]+(?:\/[\w@*.-]+)*)\/?`/g)]
    .map(({ 1: path = '', index }) => ({ path, index }))
    .filter(({ path }) => isNamedFile.test(path) || roots.has(path.split('/')[0] ?? ''))
    .filter(({ path }) => !path.startsWith('*'));
}

/**
 * @param {Text} source
 * @returns {Mention[]}
 */
function linksIn({ file, text }) {
  return [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(({ 1: link = '', index }) => ({
    path: posix.join(posix.dirname(file), link).replace(/\/$/, ''),
    index,
  }));
}

/**
 * @param {Text} source
 * @returns {Mention[]}
 */
const documentsIn = ({ text }) =>
  [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(({ 0: path, index }) => ({ path, index }));

const isProse = /^(?:[A-Z]+\.md|docs\/.+\.md)$/;
const MAX_WIDTH = 120;

/**
 * Lines of the documents that are too wide to be read beside code. Tables, code blocks and where links lead are left out.
 *
 * @param {Text[]} texts
 */
export function findWideLines(texts) {
  return texts.filter(({ file }) => isProse.test(file)).flatMap(wideLines);
}

/** @param {Text} source */
function wideLines({ file, text }) {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || line.trimStart().startsWith('|')) return [];
    const width = [...withoutLinks(line)].length;
    if (width <= MAX_WIDTH) return [];
    return [`${file}:${index + 1} is ${width} characters wide, ${MAX_WIDTH} at most`];
  });
}

/** @param {string} line */
const withoutLinks = (line) => line.replace(/\]\([^)]*\)/g, ']').replace(/https?:\/\/\S+/g, '');
