import { expect, it } from 'vitest';
import { findWideLines } from './documents.mjs';
import { readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';

const wide = 'word '.repeat(24).trim();
const widerStill = `${wide} so`;

it('no line of this repository’s documents is wider than 120 characters', () => {
  expect(findWideLines(readTexts(inRepo()))).toEqual([]);
});

it.each(['README.md', 'docs/operations.md', 'docs/rules/files.md'])(
  'finds a line that is too wide in %s',
  (file) => {
    expect(findWideLines([{ file, text: `# Title\n\n${wide}\n` }])).toEqual([]);
    expect(findWideLines([{ file, text: `# Title\n\n${widerStill}\n` }])).toEqual([
      `${file}:3 is 122 characters wide, 120 at most`,
    ]);
  },
);

it('counts characters, and what stands in a list too', () => {
  expect(findWideLines([{ file: 'STYLE.md', text: `${'ñ'.repeat(120)}\n` }])).toEqual([]);
  expect(findWideLines([{ file: 'STYLE.md', text: `- ${wide}\n` }])).toHaveLength(1);
});

it.each([
  ['a table', `| ${widerStill} |`],
  ['a block of code', `\`\`\`sh\n${widerStill}\n\`\`\``],
  ['where a link leads', `[${'see '.repeat(20)}](docs/${'far/'.repeat(30)}away.md)`],
])('leaves out %s', (_, text) => {
  expect(findWideLines([{ file: 'README.md', text }])).toEqual([]);
});

it('looks again behind a block of code', () => {
  const text = `\`\`\`\ncode\n\`\`\`\n${widerStill}`;
  expect(findWideLines([{ file: 'README.md', text }])).toHaveLength(1);
});

it('leaves code to its formatter', () => {
  expect(findWideLines([{ file: 'scripts/command.mjs', text: widerStill }])).toEqual([]);
});
