import { relative } from 'node:path';
import { placeOf } from './repo-texts.mjs';
import { inRepo } from './root.mjs';
import { readPage } from './rules.mjs';
import { runTool } from './run.mjs';
import { gateBrowserTests, gateDeploymentTests } from './test-files.mjs';

/** @typedef {import('./repo-texts.mjs').Text} Text */

/** Rules that no test of the gate proves, at most: other parts prove these. The number may only fall. */
export const MAX_UNPROVED_RULES = 19;

/** The files of the gate's tests, named from the repository. */
export async function gateFiles() {
  const projects = ['contract', 'web', 'scripts', 'server', 'engine'];
  const chosen = projects.map((name) => `--project=${name}`);
  // The server's tests are listed as they run where there is PostgreSQL; nothing connects to it.
  const env = { TEST_PART: 'gate', TEST_DATABASE_URL: 'postgres://localhost' };
  const args = ['list', '--filesOnly', '--json', ...chosen];
  const { code, output } = await runTool('vitest/vitest.mjs', args, { env });
  if (code !== 0) throw new Error(`The gate's tests cannot be listed:\n${output}`);
  /** @type {{ file: string }[]} */
  const listed = JSON.parse(output);
  const ofVitest = listed.map(({ file }) => relative(inRepo(), file));
  return [...ofVitest, ...gateDeploymentTests, ...gateBrowserTests];
}

/** Each makes a test red by the load of the machine, by chance, or by the hour; or has it sleep. */
const clocks = [
  /\bperformance\.now\b/g,
  /\bexpect\(.*\bDate\.now\(\) - .*\)\.toBeLess/g,
  /\bprocess\.(?:cpuUsage|hrtime|memoryUsage|resourceUsage)\b/g,
  /\b(?:memoryOf|processorOf|watchContention)\(/g,
  /\bnew Date\(\)\.get\w+/g,
  /\bsetTimeout as \w+/g,
  /\bMath\.random\b/g,
];

/** A page names days as its reader does: on a Monday, or at midnight, the day of now has another name. */
const unsetDay = /\bnew Date\(\)/g;
const setsDay = /\buseFakeTimers\(/;

// Its planted lines are no faults.
const ownTest = 'scripts/lib/gate-tests.test.mjs';

/**
 * Figures of time and memory, and calendars of the moment, in the gate's tests: a line for each.
 *
 * @param {Text[]} texts
 * @param {string[]} files The gate's.
 */
export function findClocks(texts, files) {
  const gate = new Set(files.filter((file) => file !== ownTest));
  return texts
    .filter(({ file }) => gate.has(file))
    .flatMap((source) => clocksOf(source).flatMap((clock) => clocksIn(source, clock)));
}

/** @param {Text} source */
function clocksOf({ file, text }) {
  return file.startsWith('packages/web/') && !setsDay.test(text) ? [...clocks, unsetDay] : clocks;
}

/**
 * @param {Text} source
 * @param {RegExp} clock
 */
function clocksIn(source, clock) {
  return [...source.text.matchAll(clock)].map(
    ({ index, 0: found }) => `${placeOf(source, index)}: ${found} in a test of the gate`,
  );
}

/**
 * The rules with tests of which none is the gate's.
 *
 * @param {Text[]} texts
 * @param {string[]} files The gate's.
 */
export function findUnprovedRules(texts, files) {
  const rules = texts.flatMap(readPage).flatMap((page) => page.rules);
  const isProved = (/** @type {string} */ test) =>
    files.some((file) => file === test || file.endsWith(`/${test}`));
  return rules
    .filter(({ tests }) => tests.length > 0 && !tests.some(({ file }) => isProved(file)))
    .map(({ name }) => `rules/${name}`);
}
