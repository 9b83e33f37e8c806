import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findHeadlessSentences } from './comments.mjs';
import { findMissingPaths, findWideLines } from './documents.mjs';
import { findClocks, findUnprovedRules, gateFiles, MAX_UNPROVED_RULES } from './gate-tests.mjs';
import { findHiddenOrder } from './hidden-order.mjs';
import { findCrowds } from './house-size.mjs';
import { findSpreadInternals } from './library-internals.mjs';
import { listFiles, readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';
import { findRuleProblems } from './rules.mjs';
import { runTool } from './run.mjs';
import { findThirdPartyProblems, THIRD_PARTY } from './third-party.mjs';
import { findOldWords } from './words.mjs';

const colours = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`;

/**
 * The checks of the code that run without running the product.
 *
 * @type {{ title: string, run: () => Promise<import('./run.mjs').Ran> }[]}
 */
export const checks = [
  {
    title: 'Types',
    // The checks share the cores: several threads would check what they share once each.
    run: () => runTool('typescript/bin/tsc', ['-b', '--pretty', 'false', '--singleThreaded']),
  },
  {
    title: 'Lint, format and import rules',
    run: () => runTool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', colours]),
  },
  {
    title: 'Dead code and dependencies',
    // The cache lies in node_modules/.cache: a second run reads the files that have changed.
    run: () => runTool('knip/bin/knip.js', ['--no-progress', '--cache']),
  },
  { title: 'Storeys', run: storeysHold },
  { title: 'Web APIs that every browser has', run: apisAreKnown },
  { title: 'Every routes file has its test', run: routesHaveTests },
  { title: 'Rules, their tests and citations', run: () => nothingFoundBy(findRuleProblems) },
  { title: "Clocks in the gate's tests, and rules that it proves", run: gateHolds },
  { title: 'Paths that documents name', run: () => nothingFoundBy(findMissingPaths) },
  { title: 'Width of prose', run: () => nothingFoundBy(findWideLines) },
  { title: 'Length of functions, number of casts', run: codeIsWithinLimits },
  { title: 'Number and size of files', run: () => nothingFoundBy((texts) => findCrowds(texts)) },
  { title: 'Third-party licences', run: thirdPartiesAreCurrent },
  { title: 'Order that nobody sees', run: () => nothingFoundBy(findHiddenOrder) },
  { title: 'Undocumented parts of libraries', run: () => nothingFoundBy(findSpreadInternals) },
  { title: 'Words in names', run: () => nothingFoundBy((texts) => findOldWords(texts)) },
  {
    title: 'Beginnings of comments',
    run: () => nothingFoundBy((texts) => findHeadlessSentences(texts)),
  },
];

/** @type {{ texts: import('./repo-texts.mjs').Text[], files: string[] } | undefined} */
let read;

/** The repository as several checks read it, read once. */
function readRepository() {
  read ??= { texts: readTexts(inRepo()), files: listFiles(inRepo()) };
  return read;
}

async function gateHolds() {
  const [{ texts }, files] = [readRepository(), await gateFiles()];
  const unproved = findUnprovedRules(texts, files);
  const isFewer = unproved.length <= MAX_UNPROVED_RULES;
  const beyond = isFewer ? [] : [`${unproved.length} rules unproved: ${unproved.join(', ')}`];
  const problems = [...findClocks(texts, files), ...beyond];
  return { code: problems.length, output: problems.join('\n') };
}

async function thirdPartiesAreCurrent() {
  const file = inRepo(THIRD_PARTY);
  const problems = findThirdPartyProblems(existsSync(file) ? readFileSync(file, 'utf8') : '');
  return { code: problems.length, output: problems.join('\n') };
}

async function storeysHold() {
  // The module needs a library, and this file is read before any is installed.
  const { wrongImports } = await import('./storeys.mjs');
  const wrong = wrongImports();
  return { code: wrong.length, output: wrong.join('\n') };
}

async function apisAreKnown() {
  const { compileForOldestBrowsers } = await import('./web-apis.mjs');
  return compileForOldestBrowsers();
}

async function codeIsWithinLimits() {
  // This module needs a library too.
  const { findExcess } = await import('./figures.mjs');
  return nothingFoundBy(findExcess);
}

/** @param {(texts: import('./repo-texts.mjs').Text[], files: string[]) => string[]} find */
async function nothingFoundBy(find) {
  const { texts, files } = readRepository();
  const problems = find(texts, files);
  return { code: problems.length, output: problems.join('\n') };
}

/** Every module whose actions answer routes has tests that call them, in the folder of those actions. */
async function routesHaveTests() {
  const modules = inRepo('packages/server/src/modules');
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  const missing = files
    .filter((file) => /\.(routes|actions)\.ts$/.test(file))
    .flatMap((file) => served(file, readFileSync(`${modules}/${file}`, 'utf8')))
    .filter((test) => !files.includes(test));
  return { code: missing.length, output: missing.map((test) => `missing: ${test}`).join('\n') };
}

/**
 * The tests that a file with routes asks for: its own, or those of the actions that it puts together from rooms below.
 *
 * @param {string} file
 * @param {string} text
 */
function served(file, text) {
  if (!/\brouter\.serve(File)?\(/.test(text)) return [];
  const rooms = [...text.matchAll(/from '\.\/(\w+\/[\w-]+)\.actions\.ts'/g)].map(
    ([, actions = '']) => `${dirname(file)}/${actions}.routes.test.ts`,
  );
  return rooms.length > 0 ? rooms : [file.replace(/\.(routes|actions)\.ts$/, '.routes.test.ts')];
}
