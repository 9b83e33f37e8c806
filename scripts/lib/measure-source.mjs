import { parseSync, Visitor } from 'oxc-parser';

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
 * What can be counted in one file of code. What `describe` is given is a chapter of tests, not a function to be read whole.
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
 * Which line a place in the text is on, from 1.
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
