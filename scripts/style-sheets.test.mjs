import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRepo } from './lib/root.mjs';

const FOLDER = inRepo('packages/web/src');
/** Of an element around the whole page. */
const HAS_ANYWHERE = /(?:^|[\s,}(])(?::root|html|body|#root)[^\s,{]*:has\(/m;

it('no style sheet asks what stands anywhere in the page: each row that comes would have all of it styled anew', () => {
  expect(HAS_ANYWHERE.test(':root:not(:has(button)) .bar {')).toBe(true);
  expect(HAS_ANYWHERE.test('.box:has(button) {')).toBe(false);
  const sheets = readdirSync(FOLDER, { recursive: true }).filter((file) => file.endsWith('.css'));
  const read = (file) => readFileSync(`${FOLDER}/${file}`, 'utf8');
  expect(sheets.filter((file) => HAS_ANYWHERE.test(read(file)))).toEqual([]);
  expect(sheets.length).toBeGreaterThan(50);
});
