import { placeOf } from './repo-texts.mjs';

/**
 * Ways to rest on an order that nobody sees in the code: a microtask that lets others go first, or a realtime that is
 * bound after those who use it.
 *
 * @type {[RegExp, string][]}
 */
const ways = [
  [/\bawait (?:undefined|null|Promise\.resolve\(\))|\bqueueMicrotask\(/g, 'rests on a microtask'],
  [/\(\) => \w*Realtime\b/g, 'binds the realtime late'],
];

const SERVER = /^packages\/server\/src\/.*(?<!\.test)\.ts$/;

/**
 * A sentence for each place of the server whose order nobody sees.
 *
 * @param {import('./repo-texts.mjs').Text[]} texts
 * @returns {string[]}
 */
export function findHiddenOrder(texts) {
  return texts
    .filter(({ file }) => SERVER.test(file))
    .flatMap(({ file, text }) =>
      ways.flatMap(([way, what]) =>
        [...text.matchAll(way)].map(({ 0: found, index }) => {
          const place = placeOf({ file, text }, index);
          return `${place}: “${found}” ${what}`;
        }),
      ),
    );
}
