import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRepo } from './lib/root.mjs';

const FOLDER = inRepo('packages/web/src');
/** A rule about an element around the whole page. */
const HAS_ANYWHERE = /(?:^|[\s,}(])(?::root|html|body|#root)[^\s,{]*:has\(/m;
/** A browser leaves these rules out until it prints. */
const FOR_PAPER = /@media print \{(?:[^{}]|\{[^{}]*\})*\}/g;
const asksAnywhere = (sheet) => HAS_ANYWHERE.test(sheet.replace(FOR_PAPER, ''));

it('no style sheet asks what stands anywhere in the page: each row that comes would have all of it styled anew', () => {
  expect(asksAnywhere(':root:not(:has(button)) .bar {')).toBe(true);
  expect(asksAnywhere('.box:has(button) {')).toBe(false);
  expect(asksAnywhere('@media print { body:has(i) { } } ')).toBe(false);
  expect(asksAnywhere('@media print { .box { } } body:has(i) { }')).toBe(true);
  const sheets = readdirSync(FOLDER, { recursive: true }).filter((file) => file.endsWith('.css'));
  const read = (file) => readFileSync(`${FOLDER}/${file}`, 'utf8');
  expect(sheets.filter((file) => asksAnywhere(read(file)))).toEqual([]);
  expect(sheets.length).toBeGreaterThan(50);
});
