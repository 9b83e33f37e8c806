import { basename, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inRepo } from './root.mjs';

// The failed tests in the reports of the runners, each with the first line of its reason.

/**
 * @typedef {{ test: string, error: string, file?: string, project?: string }} Failure `file` and `project` say what
 *   runs the test again.
 *
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
 * @param {TestFile} result
 * @returns {Failure[]}
 */
export function failuresOf(result) {
  const name = basename(result.name);
  const file = relative(inRepo(), result.name);
  if (isBrokenFile(result)) return [{ test: name, error: firstLine(result.message), file }];
  return result.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      test: `${name} › ${fullName}`,
      error: firstLine(failureMessages?.[0]),
      file,
    }));
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
 * @returns {Failure[]}
 */
export function failedSpecs({ specs = [], suites = [] }) {
  // `ok` of a spec is that of the first browser alone.
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName: project, results }) => {
        const error = results.find((result) => result.error)?.error;
        const test = `${file} in ${project} › ${title}`;
        return { test, error: firstLine(error?.message), file, project };
      }),
  );
  return [...own, ...suites.flatMap(failedSpecs)];
}
