import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { failedSpecs, failuresOf, firstLine, isBrokenFile } from './failures.mjs';
import { inRepo } from './root.mjs';
import { runTool } from './run.mjs';

/** @typedef {import('./totals.mjs').Counts} Counts */
/** @typedef {import('./failures.mjs').VitestReport} VitestReport */
/** @typedef {import('./failures.mjs').PlaywrightReport} PlaywrightReport */

/**
 * @typedef {object} VitestChoice
 * @property {string} [part] Whose server tests run, as `serverParts` has them.
 * @property {string[]} [files] These alone, one after the other.
 * @property {Record<string, string>} [env]
 */

/**
 * @param {VitestChoice & { projects: string[] }} choice
 * @returns {Promise<Counts>}
 */
export async function vitestWith({ projects, part, files, env = {} }) {
  const report = freshReport(`vitest-${projects.join('-')}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', ...chosen, ...reporters, ...(files ? [...files, '--maxWorkers=1'] : [])];
  const withPart = part ? { ...env, TEST_PART: part } : env;
  const ran = await runTool('vitest/vitest.mjs', args, { env: withPart });
  const counts = countedBy(report, ran, (/** @type {VitestReport} */ results) => ({
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.testResults.filter(isBrokenFile).length,
    skipped: results.numPendingTests + results.numTodoTests,
    failures: results.testResults.flatMap(failuresOf),
  }));
  return repeatable(counts, () => vitestWith({ projects, part, files: filesOf(counts), env }));
}

/**
 * @param {string[]} projects
 * @param {string[]} [files]
 * @param {number} [workers]
 * @returns {Promise<Counts>}
 */
export async function playwright(projects, files = [], workers = undefined) {
  const report = freshReport(`playwright-${projects.join('-')}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const alone = workers ? [`--workers=${workers}`] : [];
  const ran = await runTool(
    '@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...chosen, ...alone, ...files],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  const counts = countedBy(
    report,
    ran,
    (/** @type {PlaywrightReport} */ { stats, errors, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
      failures: [
        ...suites.flatMap(failedSpecs),
        ...errors.map(({ message }) => ({ test: firstLine(message), error: '' })),
      ],
    }),
  );
  const failing = projects.filter((name) =>
    counts.failures?.some(({ project }) => project === name),
  );
  const specs = () => filesOf(counts).map((file) => `e2e/${file}`);
  return repeatable(counts, () => playwright(failing, specs(), 1));
}

/**
 * Failures run once more where each names its file. A runner that failed by itself names none.
 *
 * @param {Counts} counts
 * @param {() => Promise<Counts>} again
 * @returns {Counts}
 */
function repeatable(counts, again) {
  const { failures = [], failed } = counts;
  return failed > 0 && failures.length === failed && failures.every(({ file }) => file)
    ? { ...counts, again }
    : counts;
}

/** @param {Counts} counts */
export const filesOf = ({ failures = [] }) => [
  ...new Set(failures.flatMap(({ file }) => file ?? [])),
];

/** @param {string} name */
export function freshReport(name) {
  mkdirSync(inRepo('test-results'), { recursive: true });
  const file = inRepo('test-results', name);
  rmSync(file, { force: true });
  return file;
}

/**
 * The counts of a report; a runner that failed, or said nothing, is never all green.
 *
 * @template Report
 * @param {string} report
 * @param {import('./run.mjs').Ran} ran
 * @param {(report: Report) => Counts} count
 * @returns {Counts}
 */
export function countedBy(report, { code, output }, count) {
  if (!existsSync(report)) return { passed: 0, failed: 1, output };
  const counts = count(JSON.parse(readFileSync(report, 'utf8')));
  const isSilent = counts.passed + counts.failed === 0;
  const atLeast = code !== 0 || isSilent ? 1 : 0;
  return { ...counts, failed: Math.max(counts.failed, atLeast), output };
}
