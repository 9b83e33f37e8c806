import { placeOf } from './repo-texts.mjs';

const SERVER = 'packages/server/src/';

/**
 * The undocumented parts of a library, and the one file that uses them. The file's test fails where a part changes.
 *
 * @type {[RegExp, string][]}
 */
const internals = [
  [
    /\b(?:_socket|_receiver|_maxPayload|writeBuffer|bufferedAmount|onDataRequest|decodePayload|writeToEngine|wsPreEncodedFrame)\b/g,
    `${SERVER}realtime/engine-io.ts`,
  ],
  [/\b(?:_handle|writeQueueSize)\b/g, `${SERVER}http/guards/connections.ts`],
];
const owners = internals.map(([, owner]) => owner);
const anyInternal = /(?<=\.)_[a-z]\w*/g;

const isServerCode = (/** @type {string} */ file) =>
  file.startsWith(SERVER) && file.endsWith('.ts') && !file.endsWith('.test.ts');

/**
 * A sentence for each place of the server that uses an undocumented part of a library outside of the part's file.
 *
 * @param {import('./repo-texts.mjs').Text[]} texts
 * @returns {string[]}
 */
export function findSpreadInternals(texts) {
  return texts.filter(({ file }) => isServerCode(file)).flatMap(findForeignInternals);
}

/** @param {import('./repo-texts.mjs').Text} text */
function findForeignInternals({ file, text }) {
  const foreign = internals.filter(([, owner]) => owner !== file);
  const unnamed = owners.includes(file)
    ? []
    : [/** @type {const} */ ([anyInternal, 'the one file of its library'])];
  return [...foreign, ...unnamed].flatMap(([part, owner]) =>
    [...text.matchAll(part)].map(
      ({ 0: found, index }) => `${placeOf({ file, text }, index)}: “${found}” belongs in ${owner}`,
    ),
  );
}
