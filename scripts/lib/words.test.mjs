import { expect, it } from 'vitest';
import { readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';
import { findOldWords } from './words.mjs';

const wordsIn = (text, file = 'packages/house/door.ts') => findOldWords([{ file, text }]);

it('no name in this repository uses a word that the field has a better one for', () => {
  expect(findOldWords(readTexts(inRepo()))).toEqual([]);
});

it.each([
  ['const isToldFirst = true;', 'isToldFirst', 'told'],
  ['export function createSendGatherer() {}', 'createSendGatherer', 'gatherer'],
  ['type Place = { seq: number };', 'Place', 'Place'],
  ['const MOST_ROWS = 50;', 'MOST_ROWS', 'most'],
  ['await ctx.inTurn(key, work);', 'inTurn', 'in turn'],
  ['keepUser(tx, id);', 'keepUser', 'keep'],
])('finds the old word in: %s', (text, name, word) => {
  const [found, ...more] = wordsIn(`\n${text}`);
  expect(found).toContain(`packages/house/door.ts:2: ${name} says “${word}”; say `);
  expect(more).toEqual([]);
});

it('finds it in the name of a file', () => {
  expect(wordsIn('', 'packages/house/read-again.test.ts')).toEqual([
    'packages/house/read-again.test.ts: read-again says “read again”; say resync',
  ]);
});

it.each([
  ['a comment', '// Whoever is told hears it.\n/* keepUser */'],
  ['a text', 'const label = \'told\'; const sql = `select held from facts`; say("lane");'],
  ['a longer word', 'const factory = explain(shoulder, linear);'],
  ['a word in another place', 'const placeOf = bookkeeping(utmost, Places);'],
  ['a name of somebody else', 'new Agent({ keepAlive: true });'],
])('leaves alone %s', (_, text) => {
  expect(wordsIn(text)).toEqual([]);
});

it('leaves documents to their writers', () => {
  expect(wordsIn('toldFirst', 'docs/words.md')).toEqual([]);
});
