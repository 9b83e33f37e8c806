import { placeOf } from './repo-texts.mjs';

/**
 * @typedef {import('./repo-texts.mjs').Text} Text
 * @typedef {{ file: string, title: string, line: string }} NamedTest Without file and title where it names neither.
 * @typedef {{ name: string, tests: NamedTest[] }} Rule
 * @typedef {{ page: string, rules: Rule[] }} Page
 * @typedef {{ place: string, name: string }} Citation
 */

const pagePath = /^docs\/rules\/([a-z-]+)\.md$/;
const isTest = /\.(spec|test)\.(ts|tsx|mjs)$/;
// Time and memory are measured, and tested by nothing.
const hasRows = /^lab\/bench\/disturbances\/[a-z-]+\.ts$/;
const isCode = /\.(css|html|js|mjs|sh|sql|ts|tsx|ya?ml)$/;
const citation = /\b(?<!docs\/)rules\/([a-z-]+)((?: \d+,?)*)/g;

/**
 * The problems between rules, the tests and rows of the bench that they name, and the code that cites them: a line for each.
 *
 * @param {Text[]} texts
 * @returns {string[]}
 */
export function findRuleProblems(texts) {
  const pages = texts.flatMap(readPage);
  const rules = new Map(pages.flatMap((page) => page.rules.map((rule) => [rule.name, rule])));
  const tests = texts.filter(({ file }) => isTest.test(file) || hasRows.test(file));
  const citations = texts.filter(({ file }) => isCode.test(file)).flatMap(readCitations);
  const cited = new Set(citations.map(({ name }) => name));
  return [
    ...pages.flatMap(countedWrong),
    ...[...rules.values()].flatMap((rule) => testProblems(rule, tests)),
    ...citations
      .filter(({ name }) => !rules.has(name))
      .map(({ place, name }) => `${place} cites rules/${name}, which does not exist`),
    ...[...rules.values()]
      .filter(({ name, tests }) => tests.length === 0 && !cited.has(name))
      .map(({ name }) => `rules/${name} names no test, and nobody cites it`),
  ];
}

/**
 * @param {Text} text
 * @returns {Page[]}
 */
export function readPage({ file, text }) {
  const page = pagePath.exec(file)?.[1];
  if (!page) return [];
  const [, ...items] = text.split(/^(?=\d+\. )/m);
  const rules = items.map((item) => {
    const [sentence = '', ...lines] = item.split(/^ +- /m).map((part) => part.replace(/\s+/g, ' '));
    return { name: `${page} ${Number.parseInt(sentence, 10)}`, tests: lines.map(readTest) };
  });
  return [{ page, rules }];
}

/**
 * @param {string} line
 * @returns {NamedTest}
 */
function readTest(line) {
  const [, file = '', title = ''] = /^`(.+?)` › (.+?) ?$/.exec(line) ?? [];
  return { file, title, line: line.trim() };
}

/** @param {Page} page */
function countedWrong({ page, rules }) {
  const wrong = rules.findIndex(({ name }, index) => name !== `${page} ${index + 1}`);
  const rule = rules[wrong];
  return rule ? [`rules/${rule.name} should be ${wrong + 1} by its place`] : [];
}

/**
 * @param {Rule} rule
 * @param {Text[]} tests
 * @returns {string[]}
 */
function testProblems({ name, tests: named }, tests) {
  return named.flatMap(({ file, title, line }) => {
    if (!title) return [`rules/${name} names no file and title: ${line}`];
    const found = tests.filter((test) => test.file === file || test.file.endsWith(`/${file}`));
    const [test, ...others] = found;
    if (!test || others.length > 0) {
      return [`rules/${name}: ${found.length} test files end in ${file}`];
    }
    if (hasRows.test(test.file)) {
      if (hasRow(test.text, title)) return [];
      return [`rules/${name}: no row of ${test.file} is named “${title}”`];
    }
    if (hasTitle(test.text, title)) return [];
    return [`rules/${name}: no test of ${test.file} is titled “${title}”`];
  });
}

/**
 * Whether a test, or a group of them, bears a title that begins so; one that is skipped guards nothing.
 *
 * @param {string} text
 * @param {string} title
 */
function hasTitle(text, title) {
  return ["'", '"', '`'].some((quote) => {
    const written = title.replaceAll(quote, `\\${quote}`);
    const start = String.raw`(?:\b(?:describe|it|test)(?:\.(?!skip|todo)\w+)*\(|[)\`]\()\s*`;
    return new RegExp(`${start}${quote}${escaped(written)}`).test(text);
  });
}

/**
 * Whether a row of the bench has a name that begins so.
 *
 * @param {string} text
 * @param {string} name
 */
const hasRow = (text, name) => new RegExp(String.raw`\bname:\s*['"]${escaped(name)}`).test(text);

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * `rules/messages 7, 9` is two citations; one without a number leads nowhere.
 *
 * @param {Text} source
 * @returns {Citation[]}
 */
function readCitations(source) {
  return [...source.text.matchAll(citation)].flatMap((match) => {
    const [, page, written = ''] = match;
    const numbers = written.match(/\d+/g) ?? ['without a number'];
    const place = placeOf(source, match.index);
    return numbers.map((number) => ({ place, name: `${page} ${number}` }));
  });
}
