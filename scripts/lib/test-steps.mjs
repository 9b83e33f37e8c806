import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findBrowser } from './browser.mjs';
import { checks } from './checks.mjs';
import { findFirefox, findWebKit } from './find-browsers.mjs';
import { findPostgres } from './find-postgres.mjs';
import { findCaddy, findNginx } from './find-proxies.mjs';
import { startPostgres } from './postgres.mjs';
import { findRedis } from './redis.mjs';
import { inRepo } from './root.mjs';
import { run, runTool } from './run.mjs';

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
  };
}

export function vitest(...projects) {
  return vitestWith({}, projects);
}

/** The server tests once more, on a throw-away cluster; without PostgreSQL they are skipped, without Redis those of several processes, but never in CI. */
export async function serverTestsOnPostgres() {
  let postgres;
  try {
    postgres = await startPostgres();
  } catch (error) {
    if (process.env.CI) throw error;
    return { passed: 0, failed: 0, skipped: 1, reason: error.message };
  }
  const env = { TEST_DATABASE_URL: postgres.url };
  try {
    const reason = whyMissing(findRedis);
    if (!reason) return await vitestWith(env, ['server']);
    const counts = await vitestWith({ ...env, TEST_WITHOUT_REDIS: '1' }, ['server']);
    return { ...counts, skipped: counts.skipped + 1, reason };
  } finally {
    await postgres.stop();
  }
}

/** The deployment files; without nginx or Caddy not those of the proxies, but never in CI. */
export async function deploymentTests() {
  const reason = whyMissing(findNginx) ?? whyMissing(findCaddy);
  const counts = await vitestWith(reason ? { TEST_WITHOUT_PROXIES: '1' } : {}, ['deploy']);
  return reason ? { ...counts, skipped: counts.skipped + 1, reason } : counts;
}

function whyMissing(find) {
  try {
    find();
    return undefined;
  } catch (error) {
    if (process.env.CI) throw error;
    return error.message;
  }
}

/** The short form of `npm run torture`: each engine is one test. Without PostgreSQL the embedded one alone, but never in CI. */
export async function shortTorture() {
  let reason;
  await findPostgres().catch((error) => {
    if (process.env.CI) throw error;
    reason = error.message;
  });
  const counts = await torture(reason ? 'embedded' : 'embedded,postgres');
  return { ...counts, skipped: reason ? 1 : 0, reason };
}

const clusterFaults = ['server killed', 'Redis killed', 'PostgreSQL killed', 'rolling restart'];

/** The same on three processes behind a proxy, one test. Without one of their programs it is skipped, but never in CI. */
export async function shortTortureOfCluster() {
  try {
    findRedis();
    findNginx();
    await findPostgres();
  } catch (error) {
    if (process.env.CI) throw error;
    return { passed: 0, failed: 0, skipped: 1, reason: error.message };
  }
  return torture('cluster', '--faults', `${clusterFaults.length}`, '--only', `${clusterFaults}`);
}

async function torture(engines, ...more) {
  const report = freshReport(`torture-${engines}.json`);
  const args = ['--short', '--seed', '1', '--engines', engines, ...more, '--json', report];
  const { code, output } = await run(process.execPath, [
    '--import',
    'tsx',
    inRepo('lab/torture/main.ts'),
    ...args,
  ]);
  return countedBy(report, code, output, ({ rounds }) => {
    const failed = rounds.filter(({ examples }) => examples.length > 0).length;
    return { passed: rounds.length - failed, failed };
  });
}

async function vitestWith(env, projects) {
  const report = freshReport(`vitest-${projects.join('-')}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', ...chosen, ...reporters];
  const { code, output } = await runTool('vitest/vitest.mjs', args, { env });
  return countedBy(report, code, output, (told) => ({
    passed: told.numPassedTests,
    failed: told.numFailedTests + told.testResults.filter(isBrokenFile).length,
    skipped: told.numPendingTests + told.numTodoTests,
  }));
}

// A file that failed before its first test has no failed test that would count.
function isBrokenFile({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
}

export async function browserTests() {
  return playwright(['chromium'], { CHROMIUM_PATH: await findBrowser() });
}

/** The short set that every browser runs, in the two that the other tests do not know; one that is missing is skipped, but never in CI. */
export async function otherBrowserTests() {
  const missing = { firefox: whyMissing(findFirefox), webkit: whyMissing(findWebKit) };
  const reasons = Object.values(missing).filter(Boolean);
  const found = Object.keys(missing).filter((name) => !missing[name]);
  const told = { skipped: reasons.length, reason: reasons.join('; ') };
  if (found.length === 0) return { passed: 0, failed: 0, ...told };
  const counts = await playwright(found, { CHROMIUM_PATH: await findBrowser() });
  return { ...counts, ...told };
}

async function playwright(projects, env) {
  const report = freshReport(`playwright-${projects.join('-')}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const { code, output } = await runTool(
    '@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...chosen],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  return countedBy(report, code, output, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }));
}

function freshReport(name) {
  mkdirSync(inRepo('test-results'), { recursive: true });
  const file = inRepo('test-results', name);
  rmSync(file, { force: true });
  return file;
}

/** The counts of a report; a runner that failed, or said nothing, is never all green. */
function countedBy(report, code, output, count) {
  if (!existsSync(report)) return { passed: 0, failed: 1, output };
  const counts = count(JSON.parse(readFileSync(report, 'utf8')));
  const isSilent = counts.passed + counts.failed === 0;
  const atLeast = code !== 0 || isSilent ? 1 : 0;
  return { ...counts, failed: Math.max(counts.failed, atLeast), output };
}
