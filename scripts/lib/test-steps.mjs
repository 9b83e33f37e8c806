import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { checks } from './checks.mjs';
import { failedSpecs, failuresOf, firstLine, isBrokenFile } from './failures.mjs';
import {
  findCaddy,
  findFirefox,
  findNginx,
  findPgBouncer,
  findPromtool,
  findWebKit,
} from './find-program.mjs';
import { findPostgres, startPostgres } from './postgres.mjs';
import { findRedis } from './redis.mjs';
import { inRepo } from './root.mjs';
import { run, runTool } from './run.mjs';

/** @typedef {import('./totals.mjs').Counts} Counts */
/** @typedef {import('./failures.mjs').VitestReport} VitestReport */
/** @typedef {import('./failures.mjs').PlaywrightReport} PlaywrightReport */

/** Each check counts as one test. */
export async function codeChecks() {
  const results = await Promise.all(
    checks.map(async ({ title, run }) => ({ title, ...(await run()) })),
  );
  const failed = results.filter(({ code }) => code !== 0);
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    output: failed.map(({ title, output }) => `${title}:\n${output}`).join('\n'),
    failures: failed.map(({ title }) => title),
  };
}

/** @param {string[]} projects */
export function vitest(...projects) {
  return vitestWith({}, projects);
}

/** The server tests in which the embedded engine can differ, where PostgreSQL is there to carry out all; else all of them. */
export async function serverTestsOnEmbedded() {
  const found = await findPostgres().catch(unlessInCi);
  /** @type {Record<string, string>} */
  const env = {};
  if (!(found instanceof Error)) env.TEST_ON_POSTGRES_TOO = '1';
  return vitestWith(env, ['server', 'engine']);
}

/**
 * The server tests on a throw-away cluster; without PostgreSQL they are skipped, without Redis those of several
 * processes, without PgBouncer those behind a pooler, but never in CI.
 *
 * @returns {Promise<Counts>}
 */
export async function serverTestsOnPostgres() {
  const postgres = await startPostgres().catch(unlessInCi);
  if (postgres instanceof Error) return skipped(postgres.message);
  const lacks = {
    TEST_WITHOUT_REDIS: whyMissing(findRedis),
    TEST_WITHOUT_PGBOUNCER: whyMissing(findPgBouncer),
  };
  /** @type {Record<string, string>} */
  const env = { TEST_DATABASE_URL: postgres.url };
  for (const [name, reason] of Object.entries(lacks)) if (reason) env[name] = '1';
  try {
    const counts = await vitestWith(env, ['server']);
    return Object.values(lacks).reduce(
      (sum, reason) => (reason ? oneMoreSkipped(sum, reason) : sum),
      counts,
    );
  } finally {
    await postgres.stop();
  }
}

/** The deployment files; without nginx or Caddy not those of the proxies, without promtool no alerts, but never in CI. */
export async function deploymentTests() {
  const noProxies = whyMissing(findNginx) ?? whyMissing(findCaddy);
  const noPromtool = whyMissing(findPromtool);
  const without = {
    ...(noProxies && { TEST_WITHOUT_PROXIES: '1' }),
    ...(noPromtool && { TEST_WITHOUT_PROMTOOL: '1' }),
  };
  const counts = await vitestWith(without, ['deploy']);
  return [noProxies, noPromtool]
    .filter((reason) => reason !== undefined)
    .reduce(oneMoreSkipped, counts);
}

/** @param {() => unknown} find */
function whyMissing(find) {
  try {
    find();
    return undefined;
  } catch (error) {
    return unlessInCi(error).message;
  }
}

/**
 * A missing program is a reason to skip a step, but never in CI.
 *
 * @param {unknown} error
 */
function unlessInCi(error) {
  if (process.env.CI || !(error instanceof Error)) throw error;
  return error;
}

/**
 * @param {string} reason
 * @returns {Counts}
 */
const skipped = (reason) => ({ passed: 0, failed: 0, skipped: 1, reason });

/**
 * @param {Counts} counts
 * @param {string} reason
 * @returns {Counts}
 */
function oneMoreSkipped(counts, reason) {
  const reasons = counts.reason ? `${counts.reason}, and ${reason}` : reason;
  return { ...counts, skipped: (counts.skipped ?? 0) + 1, reason: reasons };
}

/**
 * The short form of `npm run torture`: each engine is one test. Without PostgreSQL the embedded one alone, but never in CI.
 */
export async function shortTorture() {
  const found = await findPostgres().catch(unlessInCi);
  if (!(found instanceof Error)) return torture('embedded,postgres');
  return oneMoreSkipped(await torture('embedded'), found.message);
}

const clusterFaults = ['server killed', 'Redis killed', 'PostgreSQL killed', 'rolling restart'];

/**
 * The same on three processes behind a proxy, one test. Without one of their programs it is skipped, but never in CI.
 *
 * @returns {Promise<Counts>}
 */
export async function shortTortureOfCluster() {
  try {
    findRedis();
    findNginx();
    await findPostgres();
  } catch (error) {
    return skipped(unlessInCi(error).message);
  }
  return torture('cluster', '--faults', `${clusterFaults.length}`, '--only', `${clusterFaults}`);
}

/**
 * @param {string} engines
 * @param {string[]} more
 */
async function torture(engines, ...more) {
  const report = freshReport(`torture-${engines}.json`);
  const args = ['--short', '--seed', '1', '--engines', engines, ...more, '--json', report];
  const program = ['--import', 'tsx', inRepo('lab/torture/main.ts')];
  const ran = await run(process.execPath, [...program, ...args]);
  return countedBy(
    report,
    ran,
    (/** @type {{ rounds: { examples: string[] }[] }} */ { rounds }) => {
      const failed = rounds.filter(({ examples }) => examples.length > 0);
      const failures = failed.flatMap(({ examples }) => examples.map(firstLine));
      return { passed: rounds.length - failed.length, failed: failed.length, failures };
    },
  );
}

/**
 * @param {Record<string, string>} env
 * @param {string[]} projects
 */
async function vitestWith(env, projects) {
  const report = freshReport(`vitest-${projects.join('-')}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', ...chosen, ...reporters];
  const ran = await runTool('vitest/vitest.mjs', args, { env });
  return countedBy(report, ran, (/** @type {VitestReport} */ results) => ({
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.testResults.filter(isBrokenFile).length,
    skipped: results.numPendingTests + results.numTodoTests,
    failures: results.testResults.flatMap(failuresOf),
  }));
}

/**
 * All in Chromium, and the short set that every browser runs in Firefox and WebKit; of these one that is missing is skipped,
 * but never in CI. One run for all: each worker goes on with the next browser while the other is busy yet.
 *
 * @returns {Promise<Counts>}
 */
export async function browserTests() {
  const missing = { firefox: whyMissing(findFirefox), webkit: whyMissing(findWebKit) };
  const found = Object.entries(missing).flatMap(([name, reason]) => (reason ? [] : [name]));
  const reasons = Object.values(missing).flatMap((reason) => reason ?? []);
  const counts = await playwright(['chromium', ...found]);
  return { ...counts, skipped: (counts.skipped ?? 0) + reasons.length, reason: reasons.join('; ') };
}

/** @param {string[]} projects */
async function playwright(projects) {
  const report = freshReport(`playwright-${projects.join('-')}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const ran = await runTool(
    '@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...chosen],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  return countedBy(report, ran, (/** @type {PlaywrightReport} */ { stats, errors, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failedSpecs), ...errors.map(({ message }) => firstLine(message))],
  }));
}

/** @param {string} name */
function freshReport(name) {
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
function countedBy(report, { code, output }, count) {
  if (!existsSync(report)) return { passed: 0, failed: 1, output };
  const counts = count(JSON.parse(readFileSync(report, 'utf8')));
  const isSilent = counts.passed + counts.failed === 0;
  const atLeast = code !== 0 || isSilent ? 1 : 0;
  return { ...counts, failed: Math.max(counts.failed, atLeast), output };
}
