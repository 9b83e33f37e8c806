import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

// The failed tests in the reports of the runners, each with the first line of its reason.

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] | null }} TestResult
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} TestFile
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {TestFile[]} testResults
 */

/**
 * @param {TestFile} file
 * @returns {string[]}
 */
export function failuresOf(file) {
  const name = basename(file.name);
  if (isBrokenFile(file)) return [`${name}: ${firstLine(file.message)}`];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(
      ({ fullName, failureMessages }) =>
        `${name} › ${fullName}: ${firstLine(failureMessages?.[0])}`,
    );
}

/** Without the colours of a terminal. */
export const firstLine = (text = '') => stripVTControlCharacters(text).split('\n')[0] ?? '';

/**
 * A file that failed before its first test has no failed test that would count.
 *
 * @param {TestFile} file
 */
export function isBrokenFile({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
}

/**
 * @typedef {Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number>} PlaywrightStats
 * @typedef {{ projectName: string, status: string, results: { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: PlaywrightStats, errors: { message?: string }[],
 *   suites: PlaywrightSuite[] }} PlaywrightReport
 */

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
export function failedSpecs({ specs = [], suites = [] }) {
  // `ok` of a spec is that of the first browser alone.
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => {
        const error = results.find((result) => result.error)?.error;
        return `${file} in ${projectName} › ${title}: ${firstLine(error?.message)}`;
      }),
  );
  return [...own, ...suites.flatMap(failedSpecs)];
}
