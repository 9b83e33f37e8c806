/** Files of code that a package may have, tests apart. A new file takes the place of some that have one subject. */
export const MAX_FILES = {
  'packages/contract/src/': 25,
  'packages/server/src/': 254,
  'packages/web/src/': 317,
};
/** A longer file tells more than one story. */
export const MAX_LINES = 300;
/** A shorter one is a part of another's story; so many there may be in all. */
const FEW_LINES = 15;
export const MAX_SMALL = 10;

const CODE = /^(?:packages\/[^/]+\/src|lab|scripts)\/.*\.(?:ts|tsx|mjs)$/;
const TEST = /\.test\.|(?:^|\/)test\//;

/**
 * Packages of too many files, files that are too long, and all small ones where they are too many.
 *
 * @param {import('./repo-texts.mjs').Text[]} texts
 * @returns {string[]}
 */
export function findCrowds(texts) {
  const files = texts
    .filter(({ file }) => CODE.test(file) && !TEST.test(file))
    .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }));
  const crowded = Object.entries(MAX_FILES).flatMap(([folder, max]) => {
    const count = files.filter(({ file }) => file.startsWith(folder)).length;
    return count > max ? [`${folder} has ${count} files, ${max} at most`] : [];
  });
  const long = files
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, ${MAX_LINES} at most`);
  const small = files.filter(({ lines }) => lines < FEW_LINES).map(({ file }) => file);
  const scattered =
    small.length > MAX_SMALL
      ? [`${small.length} files have less than ${FEW_LINES} lines, ${MAX_SMALL} at most:`, ...small]
      : [];
  return [...crowded, ...long, ...scattered];
}
