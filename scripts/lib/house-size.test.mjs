import { expect, it } from 'vitest';
import { findCrowds, MAX_FILES, MAX_LINES, MAX_SMALL } from './house-size.mjs';
import { readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';

const lines = (count) => 'open();\n'.repeat(count);
const files = (folder, count, text = lines(20), ending = '.ts') =>
  Array.from({ length: count }, (_, n) => ({ file: `${folder}door-${n}${ending}`, text }));

it('this repository has no more files than it may, none too long and few that are small', () => {
  expect(findCrowds(readTexts(inRepo()))).toEqual([]);
});

it.each(Object.entries(MAX_FILES))('finds a file more than there may be in %s', (folder, max) => {
  expect(findCrowds(files(folder, max))).toEqual([]);
  expect(findCrowds(files(folder, max + 1))).toEqual([
    `${folder} has ${max + 1} files, ${max} at most`,
  ]);
});

it('counts no tests', () => {
  const [[folder, max]] = Object.entries(MAX_FILES);
  const tests = [...files(folder, 9, lines(400), '.test.ts'), ...files('packages/server/test/', 9)];
  expect(findCrowds([...files(folder, max), ...tests])).toEqual([]);
});

it('finds a file that is too long', () => {
  expect(findCrowds(files('lab/', 1, lines(MAX_LINES)))).toEqual([]);
  expect(findCrowds(files('lab/', 1, lines(MAX_LINES + 1)))).toEqual([
    `lab/door-0.ts has ${MAX_LINES + 1} lines, ${MAX_LINES} at most`,
  ]);
});

it('finds the small files where they are too many', () => {
  expect(findCrowds(files('scripts/', MAX_SMALL, lines(14), '.mjs'))).toEqual([]);
  expect(findCrowds(files('scripts/', MAX_SMALL + 1, lines(15), '.mjs'))).toEqual([]);
  expect(findCrowds(files('scripts/', MAX_SMALL + 1, lines(14), '.mjs'))).toHaveLength(
    MAX_SMALL + 2,
  );
});
