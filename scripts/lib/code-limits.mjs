import { SOURCE } from './checked-out.mjs';
import { castsOf, longFunctions, SCREEN } from './figures.mjs';
import { measure } from './measure-source.mjs';

/** Where types cannot say what holds; a new one takes the place of an old one. */
export const MAX_CASTS = 60;

/**
 * Functions that are longer than a screen, and all casts where there are too many; both as `npm run figures` measures
 * them.
 *
 * @param {import('./repo-texts.mjs').Text[]} texts
 * @returns {string[]}
 */
export function findExcess(texts) {
  const files = texts
    .filter(({ file }) => SOURCE.test(file))
    .map(({ file, text }) => ({ file, ...measure(file, text) }));
  const casts = files.reduce((sum, file) => sum + file.casts.length, 0);
  return [
    ...longFunctions(files).map((long) => `${long}: ${SCREEN} lines at most`),
    ...(casts > MAX_CASTS ? [`${casts} casts, ${MAX_CASTS} at most:`, ...castsOf(files)] : []),
  ];
}
