import { checks } from './checks.mjs';
import { firstLine } from './failures.mjs';
import {
  findCaddy,
  findFaketime,
  findFirefox,
  findNginx,
  findPgBouncer,
  findPromtool,
  findWebKit,
} from './find-program.mjs';
import { findPostgres, startPostgres } from './postgres.mjs';
import { findRedis } from './redis.mjs';
import { inRepo } from './root.mjs';
import { run } from './run.mjs';
import { gateDeploymentTests } from './test-files.mjs';
import { countedBy, filesOf, freshReport, playwright, vitestWith } from './test-runners.mjs';

/** @typedef {import('./totals.mjs').Counts} Counts */
/** @typedef {import('./test-runners.mjs').VitestChoice} VitestChoice */

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
    failures: failed.map(({ title }) => ({ test: title, error: '' })),
  };
}

/**
 * Tests that need no database server.
 *
 * @param {string[]} projects
 * @param {VitestChoice} [choice]
 */
export const vitest = (projects, choice = {}) => vitestWith({ ...choice, projects });

/**
 * A part's server tests on the embedded engine.
 *
 * @param {string} part
 */
export const serverTestsOnEmbedded = (part) => vitestWith({ projects: ['server', 'engine'], part });

/**
 * A part's server tests, once: on a throw-away PostgreSQL cluster, without PostgreSQL on the embedded engine, but never
 * in CI. Without Redis those of several processes are skipped, without PgBouncer those behind a pooler.
 *
 * @param {string} part
 * @param {string[]} [files]
 * @returns {Promise<Counts>}
 */
export async function serverTests(part, files) {
  const postgres = await startPostgres().catch(unlessInCi);
  if (postgres instanceof Error) {
    const counts = await vitestWith({ projects: ['server'], part, files });
    return oneMoreSkipped(counts, postgres.message);
  }
  const lacks = {
    TEST_WITHOUT_REDIS: whyMissing(findRedis),
    TEST_WITHOUT_PGBOUNCER: whyMissing(findPgBouncer),
  };
  /** @type {Record<string, string>} */
  const env = { TEST_DATABASE_URL: postgres.url };
  for (const [name, reason] of Object.entries(lacks)) if (reason) env[name] = '1';
  try {
    const counts = await vitestWith({ projects: ['server'], part, files, env });
    // The cluster is gone by then.
    if (counts.again) counts.again = () => serverTests(part, filesOf(counts));
    return Object.values(lacks).reduce(
      (sum, reason) => (reason ? oneMoreSkipped(sum, reason) : sum),
      counts,
    );
  } finally {
    await postgres.stop();
  }
}

/** The deployment files themselves, and the alerts; without promtool no alerts, but never in CI. */
export function deploymentFiles() {
  return deployed({ TEST_WITHOUT_PROMTOOL: whyMissing(findPromtool) }, gateDeploymentTests);
}

/** The installations that the files make; without nginx or Caddy none behind a proxy, but never in CI. */
export function installations() {
  return deployed({
    TEST_WITHOUT_PROXIES: whyMissing(findNginx) ?? whyMissing(findCaddy),
    TEST_WITHOUT_PROMTOOL: whyMissing(findPromtool),
  });
}

/**
 * @param {Record<string, string | undefined>} lacks
 * @param {string[]} [files]
 */
async function deployed(lacks, files) {
  const missing = Object.entries(lacks).filter(([, reason]) => reason);
  const env = Object.fromEntries(missing.map(([name]) => [name, '1']));
  const counts = await vitestWith({ projects: ['deploy'], files, env });
  return missing.reduce((sum, [, reason = '']) => oneMoreSkipped(sum, reason), counts);
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
 * Runs the short torture on three processes behind a proxy, as one test. Without one of their programs it is skipped,
 * but never in CI.
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
      const failures = failed.flatMap(({ examples }) =>
        examples.map((example) => ({ test: firstLine(example), error: '' })),
      );
      return { passed: rounds.length - failed.length, failed: failed.length, failures };
    },
  );
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

/** @param {string[]} files */
export const chromiumTests = (files) => playwright(['chromium'], files);

/**
 * The steps that a date can change, in a process whose clock begins then, and in all that it starts. Without faketime
 * they are skipped, but never in CI.
 *
 * @param {string} date In UTC.
 * @returns {Promise<Counts>}
 */
export async function testsUnderDate(date) {
  const missing = whyMissing(findFaketime);
  if (missing) return skipped(missing);
  const program = [process.execPath, inRepo('scripts/test-all.mjs'), 'under-this-date'];
  const env = { FAKETIME_DONT_FAKE_MONOTONIC: '1', TZ: 'UTC' };
  const { code, output } = await run(findFaketime(), ['-f', `@${date}`, ...program], { env });
  const totals = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1);
  const [, passed = 0, failed = 1] = totals ?? [];
  return { passed: Number(passed), failed: Math.max(Number(failed), code === 0 ? 0 : 1), output };
}
