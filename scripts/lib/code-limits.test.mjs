import { describe, expect, it } from 'vitest';
import { findExcess, MAX_CASTS } from './figures.mjs';
import { readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';

const file = 'packages/house/src/door.ts';
const excessIn = (text, name = file) => findExcess([{ file: name, text }]);
/** Lines that make a function of so many, its first and last among them. */
const body = (lines) => '  open();\n'.repeat(lines - 2);
const casts = (count) => 'open(door as Door);\n'.repeat(count);

it('no function of this repository is longer than a screen, and it has no more casts than it may', () => {
  expect(findExcess(readTexts(inRepo()))).toEqual([]);
});

describe('finds a function of 61 lines, and none of 60', () => {
  it.each([
    ['declared', (lines) => `function open() {\n${body(lines)}}\n`, 'open'],
    ['async', (lines) => `export async function open() {\n${body(lines)}}\n`, 'open'],
    ['an arrow', (lines) => `const open = () => {\n${body(lines)}};\n`],
    ['a method', (lines) => `class Door { open() {\n${body(lines)}} }\n`],
    ['within another call', (lines) => `doors.map((door) => {\n${body(lines)}});\n`],
    ['a test', (lines) => `it('opens', async () => {\n${body(lines)}});\n`],
  ])('%s', (_, write, name = '') => {
    expect(excessIn(write(60))).toEqual([]);
    expect(excessIn(write(61))).toEqual([
      `61 lines  ${file}:1  ${name}`.trimEnd().concat(': 60 lines at most'),
    ]);
  });

  it.each(['a.tsx', 'scripts/a.mjs', 'a.test.ts', 'e2e/a.spec.ts', 'a.js'])('in %s', (name) => {
    expect(excessIn(`function open() {\n${body(61)}}\n`, name)).toHaveLength(1);
  });

  it('within one that is short without it, and both where both are long', () => {
    const inner = `  const inner = () => {\n${body(61)}  };\n`;
    expect(excessIn(`function outer() {\n${inner}}\n`)).toEqual([
      `63 lines  ${file}:1  outer: 60 lines at most`,
      `61 lines  ${file}:2: 60 lines at most`,
    ]);
  });

  it('in a chapter of tests, which itself may be long', () => {
    const short = "  it('opens', () => {\n    open();\n  });\n".repeat(30);
    expect(excessIn(`describe('doors', () => {\n${short}});\n`)).toEqual([]);
    const long = `  it('opens', () => {\n${body(61)}  });\n`;
    expect(excessIn(`describe('doors', () => {\n${short}${long}});\n`)).toHaveLength(1);
  });
});

describe('finds a cast more than there may be', () => {
  it('in one file', () => {
    expect(excessIn(casts(MAX_CASTS))).toEqual([]);
    const [first, ...more] = excessIn(casts(MAX_CASTS + 1));
    expect(first).toBe(`${MAX_CASTS + 1} casts, ${MAX_CASTS} at most:`);
    expect(more).toEqual([expect.stringContaining(`${MAX_CASTS + 1} as  ${file}:1,2,3`)]);
  });

  it('in all files together, tests among them', () => {
    const half = { file, text: casts(MAX_CASTS / 2) };
    const others = { file: 'packages/house/src/door.test.ts', text: half.text };
    expect(findExcess([half, others])).toEqual([]);
    const one = { file: 'lab/wall.ts', text: casts(1) };
    expect(findExcess([half, others, one])).toHaveLength(4);
  });

  it.each(['open(<Door>door);', 'open(\n  door as\n    Door\n);', 'open((door as Door).handle);'])(
    'however it is spelt: %s',
    (spelt) => {
      expect(excessIn(casts(MAX_CASTS) + spelt)).toHaveLength(2);
    },
  );

  it('counts two where a value is taken for nothing known first', () => {
    expect(excessIn(`${casts(MAX_CASTS - 1)}open(door as unknown as Wall);`)).toHaveLength(2);
  });

  it.each([
    "const names = ['door'] as const;",
    "const names = <const>['door'];",
    "import { door as gate } from './gate.ts';",
    'const door = { wide: 1 } satisfies Door;',
    "const text = 'door as Door'; // door as Door",
  ])('counts none in: %s', (text) => {
    expect(excessIn(casts(MAX_CASTS) + text)).toEqual([]);
  });
});

it('leaves documents alone', () => {
  expect(excessIn(casts(MAX_CASTS + 1), 'docs/doors.md')).toEqual([]);
});
