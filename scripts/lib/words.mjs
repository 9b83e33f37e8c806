import { placeOf } from './repo-texts.mjs';

/**
 * @typedef {import('./repo-texts.mjs').Text} Text
 * @typedef {{ name: string, place: () => string }} Name
 */

/**
 * Words in names for which the field has a better one. `in turn` is found in `inTurn` and `runInTurn`, `^keep` only where a
 * name begins with it, `=Place` only as the whole name, in this very spelling.
 *
 * @type {Record<string, string>}
 */
const better = {
  tell: 'publish, emit or broadcast',
  tells: 'publishes, emits or broadcasts',
  telling: 'broadcast',
  told: 'published or broadcast',
  untold: 'broadcast error',
  hear: 'on, receive',
  hears: 'receives',
  hearing: 'receiving',
  heard: 'received',
  fact: 'ClusterMessage, or the event by its name',
  facts: 'cluster messages',
  'held messages': 'MessageWindow',
  'nothing held': 'emptyWindow',
  'held data': 'live data',
  stretch: 'range',
  gatherer: 'batcher',
  lane: 'slot, queue or worker',
  lanes: 'slots, queues or workers',
  'in turn': 'runSerially',
  'in sequence': 'reorder buffer',
  '^keep': 'persist, lock, apply, maintain or precache',
  '=Kept': 'supervisor',
  'read again': 'resync',
  doubt: 'commitUnknown',
  'is cut off': 'isPartitioned',
  'is database away': 'isTransient',
  rememberer: 'cache',
  recall: 'get',
  'gone before': 'pendingEviction',
  'free line': 'writable connection',
  'raw line': 'raw connection',
  '=Union': 'ClusterParts',
  '=Uploads': 'Staging',
  '=Below': 'the internals of a library, by its name',
  '^most': 'max',
  'again ms': 'RETRY_MS',
  '=LASTS': 'TTL_MS',
  patience: 'timeout',
  '=Place': 'cursor, or where it is',
  '=Means': 'deps',
  '=Wish': 'optimistic reaction',
  '=Written': 'outgoing draft',
  '=Typed': 'draft',
  '=Said': 'event',
  'steady fold': 'deleteAnchor',
  'measure together': 'deferMeasure',
  'rows beyond': 'overscan',
  scene: 'environment',
  yardstick: 'baseline',
  '=Roll': 'ProcessRegistry',
  '=Letter': 'RedisEntry',
  '=Here': 'LocalConnection',
  'look around': 'recover, with what',
  'say farewells': 'notifyExpiredSessions',
  'own turns': 'keyed queue',
  'steady pace': 'token bucket',
  '=Allowance': 'FailureLimiter',
  'one of few': 'isLowVolume',
  'user standing': 'user status',
  'fold aged': 'compact aged history',
  'hour to fold': 'hour to compact',
  'fold hour': 'compact hour',
  'raised row': 'advanced row',
  '=Held': 'RetentionBlock, or HoldTarget',
  'find held': 'findRetentionBlock',
  'update held': 'updateRetentionBlock',
  '=Reach': 'ReadBudget',
  'is apart': 'scan per chat',
  '=Walks': 'RecentScan',
  '=Lookups': 'IndexLookup',
  '=Meant': 'resolved operator',
  'meaning of': 'resolve operator',
  '=Sharing': 'LoadProfile',
  'only session': 'embedded profile',
  'admit proven': 'authenticateProven',
  'look at clock': 'isClockTrusted',
  'newest deed': 'last activity',
  'is named so': 'are names unchanged',
  'sought id': 'lenient uuid',
  'settle file': 'keep or discard file',
  'before form': 'beforeUpload',
  'access watched message': 'accessReadableMessage',
};
const oldWords = Object.keys(better);

/** Names of libraries, settings and options; and `most` beside `least`, the other end of a range. */
const foreign = [
  'keep',
  'KEEP_ORIGINALS_DAYS',
  'keepAlive',
  'keepalive',
  'keepAliveTimeout',
  'keepPreviousData',
  'most',
];

// The table above names them all.
const isCode = /(?<!\/words)\.(js|mjs|ts|tsx)$/;
const skippedOrName =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|([A-Za-z_$][\w$]*)/g;

/**
 * Names of code and of its files that use such a word; comments and texts may.
 *
 * @param {Text[]} texts
 */
export function findOldWords(texts) {
  /** @type {Map<string, string | undefined>} */
  const known = new Map();
  const find = (/** @type {string} */ name) => {
    if (!known.has(name)) known.set(name, oldWordOf(name));
    return known.get(name);
  };
  return texts
    .filter(({ file }) => isCode.test(file))
    .flatMap((source) =>
      namesIn(source).flatMap(({ name, place }) => problem(place, name, find(name))),
    );
}

/**
 * @param {Text} source
 * @returns {Name[]}
 */
function namesIn(source) {
  const [ofFile = ''] = (source.file.split('/').at(-1) ?? '').split('.');
  const names = [...source.text.matchAll(skippedOrName)].filter(([, name]) => name);
  return [
    { name: ofFile, place: () => source.file },
    ...names.map(({ 1: name = '', index }) => ({ name, place: () => placeOf(source, index) })),
  ];
}

/**
 * @param {() => string} place
 * @param {string} name
 * @param {string | undefined} word
 */
function problem(place, name, word) {
  if (!word) return [];
  return [`${place()}: ${name} says “${word.replace(/[=^]/, '')}”; say ${better[word]}`];
}

/** @param {string} name */
function oldWordOf(name) {
  if (foreign.includes(name)) return undefined;
  const inName = ` ${wordsOf(name).join(' ')} `;
  return oldWords.find((word) => {
    if (word.startsWith('=')) return name === word.slice(1);
    if (word.startsWith('^')) return inName.startsWith(` ${word.slice(1)} `);
    return inName.includes(` ${word} `);
  });
}

/**
 * `startHTTPServer` is start, http, server.
 *
 * @param {string} name
 */
const wordsOf = (name) =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
