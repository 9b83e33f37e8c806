/** @typedef {import('./measure-source.mjs').Measured & { file: string }} MeasuredFile */

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
 * Of numbers in no order: the one that this share of them does not exceed.
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
