import { expect, it } from 'vitest';
import { thumbBox } from './pictures.ts';

it.each([
  ['keeps the shape of a large image', [4000, 2000], [320, 160]],
  ['does not enlarge a small one', [200, 100], [200, 100]],
  ['leaves a strip or a dot enough to be pressed', [4000, 20], [320, 72]],
  ['has a place for an image of unknown size', [null, null], [240, 180]],
] as const)('%s', (_rule, [width, height], [shownWidth, shownHeight]) => {
  expect(thumbBox(width, height)).toEqual({ width: shownWidth, height: shownHeight });
});
