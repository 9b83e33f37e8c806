import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePresent, presentBuild, useBuild } from './lib/ensure-built.mjs';

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'builds-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} text */
const build = (text) => async (/** @type {string} */ name) => {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'part.js'), text);
};

const read = (path = join(folder, 'dist')) => readFileSync(join(path, 'part.js'), 'utf8');

test('a program that runs keeps the files of its build while newer ones are made', async () => {
  await makePresent([folder], 'one', build('one'));
  const own = realpathSync(join(folder, 'dist'));
  useBuild([folder]);
  await makePresent([folder], 'two', build('two'));
  await makePresent([folder], 'three', build('three'));
  expect(presentBuild([folder])).toBe('three');
  expect(read()).toBe('three');
  expect(read(own)).toBe('one');
});

test('a build that no program uses any more goes with the next one', async () => {
  await makePresent([folder], 'one', build('one'));
  const user = spawn(process.execPath, ['-e', '']);
  writeFileSync(join(folder, 'dist', `.used-by-${user.pid}`), '');
  await new Promise((ended) => user.once('close', ended));
  await makePresent([folder], 'two', build('two'));
  expect(existsSync(join(folder, '.dist-one'))).toBe(false);
});

test('a build that fails leaves the present one where it is', async () => {
  await makePresent([folder], 'one', build('one'));
  const failing = () => Promise.reject(new Error('no memory'));
  await expect(makePresent([folder], 'two', failing)).rejects.toThrow('no memory');
  expect(read()).toBe('one');
});

test('an earlier build that is still there is not made again', async () => {
  await makePresent([folder], 'one', build('one'));
  useBuild([folder]);
  await makePresent([folder], 'two', build('two'));
  await makePresent([folder], 'one', () => Promise.reject(new Error('made again')));
  expect(read()).toBe('one');
});

test('a folder of a build that was no link gives way', async () => {
  await build('older')('dist');
  await makePresent([folder], 'one', build('one'));
  expect(read()).toBe('one');
});
