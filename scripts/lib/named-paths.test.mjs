import { expect, it } from 'vitest';
import { findMissingPaths } from './documents.mjs';
import { listFiles, readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';

const files = ['README.md', 'docs/house.md', 'packages/house/src/doors/front-door.ts'];
const missing = (text, file = 'README.md') => findMissingPaths([{ file, text }], files);

it('every path that the documents of this repository name is there', () => {
  expect(findMissingPaths(readTexts(inRepo()), listFiles(inRepo()))).toEqual([]);
});

it.each([
  '`packages/house/src/doors/front-door.ts`',
  '`doors/front-door.ts`',
  '`front-door.ts`',
  '`front-door.js`, as it is built',
  '`packages/house/src/doors/`',
  '`doors/*-door.ts`',
  '[the house](docs/house.md#doors)',
  '`npm run doors`, `/api/doors`, `DOOR.open()`, `a/b` and https://example.com/doors.ts',
])('follows %s', (text) => {
  expect(missing(text)).toEqual([]);
});

it.each([
  ['`packages/house/src/doors/back-door.ts`', 'packages/house/src/doors/back-door.ts'],
  ['`packages/barn`', 'packages/barn'],
  ['`oors/front-door.ts`', 'oors/front-door.ts'],
  ['`*-gate.ts`, `gates/*-door.ts`', 'gates/*-door.ts'],
  ['[the barn](docs/barn.md)', 'docs/barn.md'],
])('finds that %s leads nowhere', (text, path) => {
  expect(missing(`# Title\n${text}`)).toEqual([`README.md:2 names ${path}, which is not there`]);
});

it('follows a link from where its document stands', () => {
  expect(missing('[up](../README.md) [beside](house.md)', 'docs/house.md')).toEqual([]);
  expect(missing('[down](docs/house.md)', 'docs/house.md')).toEqual([
    'docs/house.md:1 names docs/docs/house.md, which is not there',
  ]);
});

it('finds a comment that names a document which is gone', () => {
  const barn = ['docs', 'barn.md'].join('/');
  expect(missing(`// Why: ${barn}.`, 'packages/house/src/doors/front-door.ts')).toEqual([
    `packages/house/src/doors/front-door.ts:1 names ${barn}, which is not there`,
  ]);
});
