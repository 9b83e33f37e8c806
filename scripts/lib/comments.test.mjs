import { expect, it } from 'vitest';
import { findHeadlessSentences } from './comments.mjs';
import { readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';

const inCode = (text, file = 'packages/house/door.ts') => findHeadlessSentences([{ file, text }]);

it('every sentence of a comment in this repository begins with its subject', () => {
  expect(findHeadlessSentences(readTexts(inRepo()))).toEqual([]);
});

it.each([
  ['// Of a new one.', 'Of a new one.'],
  ['/** What the door knows. */', 'What the door knows.'],
  ['const a = 1; // The lock holds. It waits for the key.', 'It waits for the key.'],
  ['/*\n * The lock holds the door. Who\n * has the key enters.\n */', 'Who has the key enters.'],
  ['-- Those that are closed.', 'Those that are closed.'],
  ['/** The same for a window. */', 'The same for a window.'],
  ['// So many keys fit.', 'So many keys fit.'],
  ['/** As `open`, with a key. */', 'As `open`, with a key.'],
])('finds the sentence without its subject in: %s', (text, sentence) => {
  expect(inCode(`\n${text}`)).toEqual([
    expect.stringContaining(`packages/house/door.ts:2: “${sentence}…”`),
  ]);
});

it.each([
  ['a sentence with a subject', '/** The door, as it stands. Whoever has the key enters. */'],
  ['a text', "const say = 'Of a new one'; const sql = `-- What there is`;"],
  ['an address', '// See https://example.org/It for more.'],
])('leaves alone %s', (_, text) => {
  expect(inCode(text)).toEqual([]);
});

it('leaves migrations, which never change', () => {
  expect(inCode('-- What a message is.', 'packages/server/migrations/0001-begin.sql')).toEqual([]);
});
