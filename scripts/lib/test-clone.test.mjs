import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './run.mjs';
import { testClone } from './test-clone.mjs';

let checkout = '';
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'web-chat-checkout-'));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** @param {string[]} args */
const git = (...args) =>
  run('git', ['-c', 'user.name=T', '-c', 'user.email=t@empresa.local', ...args], { cwd: checkout });

const inCheckout = (/** @type {string} */ file) => join(checkout, file);
const OUTCOME = 'test-results/gate.json';

/**
 * A repository whose gate is this program; an outcome of before stands in the checkout.
 *
 * @param {string} program
 */
async function commitGate(program) {
  await git('init', '--quiet');
  writeFileSync(inCheckout('gate.mjs'), program);
  writeFileSync(inCheckout('package.json'), '{ "scripts": { "test": "node gate.mjs" } }');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'Add a gate');
  mkdirSync(inCheckout('test-results'));
  writeFileSync(inCheckout(OUTCOME), '{ "passed": 1 }');
}

const program = (/** @type {number} */ code) => `
  import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
  mkdirSync('test-results');
  writeFileSync('${OUTCOME}', JSON.stringify({ isOfCheckout: existsSync('not-committed') }));
  process.exitCode = ${code};`;

test.each([0, 1])('the outcome of a clone of HEAD is copied, with exit code %i', async (code) => {
  await commitGate(program(code));
  writeFileSync(inCheckout('not-committed'), '');
  expect(await testClone(checkout)).toBe(code);
  expect(JSON.parse(readFileSync(inCheckout(OUTCOME), 'utf8'))).toEqual({ isOfCheckout: false });
});

test('a clone that ends without an outcome leaves none of an earlier run', async () => {
  await commitGate('process.exitCode = 3;');
  expect(await testClone(checkout)).toBe(3);
  expect(existsSync(inCheckout(OUTCOME))).toBe(false);
});
