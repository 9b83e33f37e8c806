import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { faults } from '../lab/faults/planted.ts';
import { inRepo } from './lib/root.mjs';

it('each fault that is planted on purpose finds its text in its file, once', () => {
  const misplaced = faults.filter(
    ({ file, from }) => readFileSync(inRepo(file), 'utf8').split(from).length !== 2,
  );
  expect(misplaced.map(({ file, mistake }) => `${file}: ${mistake}`)).toEqual([]);
  expect(faults.length).toBeGreaterThan(50);
});
