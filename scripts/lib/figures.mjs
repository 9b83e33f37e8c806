import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { inRepo } from './root.mjs';
import { run } from './run.mjs';

/** Files of code. */
export const SOURCE = /\.(ts|tsx|mjs|js)$/;

/**
 * Hands over the repository's files of code: those of a commit, or as they are here.
 *
 * @template T
 * @param {string | undefined} commit
 * @param {(folder: string, files: string[]) => T} work
 * @returns {Promise<T>}
 */
export async function withSources(commit, work) {
  if (!commit) return work(inRepo(), sourcesIn(await git('ls-files', '-co', '--exclude-standard')));
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-commit-'));
  try {
    const files = sourcesIn(await git('ls-tree', '-r', '--name-only', commit));
    const archive = join(folder, 'all.tar');
    await git('archive', '-o', archive, commit);
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    const { code, output } = await run('tar', ['-xf', archive, '-C', tree]);
    if (code !== 0) throw new Error(output);
    return work(tree, files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} names */
const sourcesIn = (names) => names.split('\n').filter((name) => SOURCE.test(name));

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await run('git', args);
  if (code !== 0) throw new Error(output);
  return output;
}

/**
 * @typedef {{ name: string, line: number, lines: number }} MeasuredFunction
 * @typedef {object} Measured
 * @property {number} lines
 * @property {MeasuredFunction[]} functions
 * @property {number[]} casts The line of each `as`, however it is spelt, but not of `as const`.
 * @property {number} comments Lines that hold one.
 *
 * @typedef {{ start: number, end: number }} Span
 */

const CHAPTER = /^(test\.)?describe\b/;

/**
 * The counts of one file of code. The function given to `describe` is a chapter of tests, not one to be read whole.
 *
 * @param {string} file
 * @param {string} text
 * @returns {Measured}
 */
export function measure(file, text) {
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  const lineOf = linesOf(text);
  /** @type {Set<number>} */
  const chapters = new Set();
  /** @type {MeasuredFunction[]} */
  const functions = [];
  /** @type {number[]} */
  const casts = [];
  /** @param {Span & { id?: { name: string } | null }} node */
  const add = (node) => {
    if (chapters.has(node.start)) return;
    const line = lineOf(node.start);
    functions.push({ name: node.id?.name ?? '', line, lines: lineOf(node.end) - line + 1 });
  };
  /** @param {Span & { typeAnnotation: Span }} node */
  const addCast = ({ typeAnnotation, end }) => {
    const type = text.slice(typeAnnotation.start, typeAnnotation.end);
    if (type !== 'const') casts.push(lineOf(end));
  };
  new Visitor({
    CallExpression(call) {
      if (!CHAPTER.test(text.slice(call.start, call.start + 14))) return;
      for (const { start } of call.arguments) chapters.add(start);
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: ({ start, end }) => add({ start, end }),
    TSAsExpression: addCast,
    TSTypeAssertion: addCast,
  }).visit(program);
  const commented = comments.map(({ start, end }) => lineOf(end) - lineOf(start) + 1);
  return {
    lines: text.split('\n').length - 1,
    functions,
    casts,
    comments: commented.reduce((sum, lines) => sum + lines, 0),
  };
}

/**
 * The line of a place in the text, from 1.
 *
 * @param {string} text
 * @returns {(offset: number) => number}
 */
function linesOf(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** @typedef {Measured & { file: string }} MeasuredFile */

/** No function is longer: it is read without scrolling. */
export const SCREEN = 60;
const TEST = /\.(test|spec)\.|(^|\/)test\/|^e2e\//;

/** @param {string} file */
function partOf(file) {
  const [first = '', second = ''] = file.split('/');
  const name = first === 'packages' ? second : first;
  const part = file.includes('/') ? name : 'settings';
  return TEST.test(file) && part !== 'e2e' ? `${part}, tests` : part;
}

/**
 * The number that this share of the numbers does not exceed; they may be in any order.
 *
 * @param {number[]} numbers
 * @param {number} share
 */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** @param {number[]} numbers */
const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

const head = [
  'package',
  'files',
  'lines',
  'file, median',
  'file, p90',
  'functions',
  'function, median',
  'function, p90',
  'longest',
  `above ${SCREEN}`,
  '`as`',
  'comment lines',
];

/**
 * @param {string} name
 * @param {MeasuredFile[]} files
 */
function rowOf(name, files) {
  const lines = files.map((file) => file.lines);
  const functions = files.flatMap((file) => file.functions.map((one) => one.lines));
  return [
    name,
    files.length,
    sumOf(lines),
    quantile(lines, 0.5),
    quantile(lines, 0.9),
    functions.length,
    quantile(functions, 0.5),
    quantile(functions, 0.9),
    quantile(functions, 1),
    functions.filter((length) => length > SCREEN).length,
    sumOf(files.map(({ casts }) => casts.length)),
    sumOf(files.map(({ comments }) => comments)),
  ];
}

/**
 * A table in Markdown: each package, its tests apart, and all of it.
 *
 * @param {MeasuredFile[]} files
 */
export function tableOf(files) {
  const names = [...new Set(files.map(({ file }) => partOf(file)))].sort();
  const rows = names.map((name) =>
    rowOf(
      name,
      files.filter(({ file }) => partOf(file) === name),
    ),
  );
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows, rowOf('all', files)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/**
 * The functions that do not fit a screen, the longest first.
 *
 * @param {MeasuredFile[]} files
 */
export const longFunctions = (files) =>
  files
    .flatMap(({ file, functions }) => functions.map((one) => ({ ...one, file })))
    .filter(({ lines }) => lines > SCREEN)
    .sort((a, b) => b.lines - a.lines)
    .map(({ file, line, lines, name }) => `${lines} lines  ${file}:${line}  ${name}`.trimEnd());

/**
 * The casts of each file, those with most first.
 *
 * @param {MeasuredFile[]} files
 */
export const castsOf = (files) =>
  files
    .filter(({ casts }) => casts.length > 0)
    .sort((a, b) => b.casts.length - a.casts.length)
    .map(({ file, casts }) => `${casts.length} as  ${file}:${casts.join(',')}`);

/**
 * Where to begin: the functions that do not fit a screen, and the casts.
 *
 * @param {MeasuredFile[]} files
 */
export const listOf = (files) => [...longFunctions(files), ...castsOf(files)].join('\n');

/** Where types cannot say what holds; a new one takes the place of an old one. */
export const MAX_CASTS = 60;

/**
 * Functions that are longer than a screen, and all casts where there are too many; both as `npm run figures` measures
 * them.
 *
 * @param {import('./repo-texts.mjs').Text[]} texts
 * @returns {string[]}
 */
export function findExcess(texts) {
  const files = texts
    .filter(({ file }) => SOURCE.test(file))
    .map(({ file, text }) => ({ file, ...measure(file, text) }));
  const casts = files.reduce((sum, file) => sum + file.casts.length, 0);
  return [
    ...longFunctions(files).map((long) => `${long}: ${SCREEN} lines at most`),
    ...(casts > MAX_CASTS ? [`${casts} casts, ${MAX_CASTS} at most:`, ...castsOf(files)] : []),
  ];
}
