/** @typedef {import('./storeys.mjs').House} House */

const foundations = [
  'shared',
  'config',
  'storage',
  'security',
  'db',
  'jobs',
  'http',
  'realtime',
  'context.ts',
];

/**
 * The rooms that each room may use. Rooms are folders below `root`; the longest name that fits a file is its room.
 *
 * @type {House}
 */
export const server = {
  name: 'server',
  root: 'packages/server/src',
  rooms: {
    shared: [],
    config: ['shared'],
    storage: ['shared', 'config'],
    db: ['shared', 'config'],
    jobs: ['shared', 'db'],
    security: ['shared', 'config', 'db'],
    http: ['shared', 'config', 'storage', 'security', 'db'],
    realtime: ['shared', 'security', 'db', 'jobs', 'http'],
    metrics: ['shared', 'config', 'db', 'http', 'realtime'],
    'context.ts': ['config', 'security', 'db', 'jobs', 'http', 'realtime'],
    'modules/audit': foundations,
    'modules/clock': foundations,
    'modules/search-index': foundations,
    'modules/restrictions': foundations,
    'modules/chat': [...foundations, 'modules/audit', 'modules/clock', 'modules/search-index'],
    'modules/devices': [...foundations, 'modules/audit'],
    'modules/working-hours': [...foundations, 'modules/audit', 'modules/chat'],
    'modules/directory': [
      ...foundations,
      'modules/audit',
      'modules/chat',
      'modules/devices',
      'modules/working-hours',
    ],
    'modules/privacy-notice': [
      ...foundations,
      'modules/audit',
      'modules/chat',
      'modules/directory',
    ],
    'modules/auth': [
      ...foundations,
      'modules/audit',
      'modules/chat',
      'modules/devices',
      'modules/working-hours',
      'modules/directory',
      'modules/restrictions',
    ],
    'modules/presence': [...foundations, 'modules/chat'],
    'modules/push': [
      ...foundations,
      'modules/chat',
      'modules/working-hours',
      'modules/presence',
      'modules/restrictions',
    ],
    'modules/search': [
      ...foundations,
      'modules/audit',
      'modules/search-index',
      'modules/chat',
      'modules/directory',
    ],
    'modules/data-exports': [...foundations, 'modules/audit', 'modules/chat'],
    'modules/erasure': [
      ...foundations,
      'modules/audit',
      'modules/search-index',
      'modules/chat',
      'modules/devices',
      'modules/working-hours',
      'modules/directory',
      'modules/auth',
      'modules/presence',
      'modules/push',
      'modules/data-exports',
    ],
    'modules/system': [...foundations, 'modules/audit', 'modules/chat', 'modules/clock'],
  },
};

/**
 * The rooms of the chat: what is stored, who may, what can be done, and the doors of each.
 *
 * @type {House}
 */
const chat = {
  name: 'chat',
  root: 'packages/server/src/modules/chat',
  rooms: {
    texts: [],
    store: [],
    'context.ts': ['store'],
    access: ['store', 'texts'],
    receipts: ['store', 'access', 'context.ts'],
    members: ['store', 'context.ts'],
    files: ['store', 'access', 'texts', 'context.ts'],
    send: ['store', 'context.ts'],
    limits: ['store', 'texts', 'context.ts'],
    messages: ['store', 'access', 'texts', 'context.ts', 'files', 'limits', 'receipts'],
    scheduled: ['store', 'access', 'texts', 'context.ts', 'limits', 'messages'],
    lists: ['store', 'access', 'texts', 'context.ts'],
    mutes: ['store', 'access', 'texts', 'context.ts', 'lists'],
    reactions: ['store', 'access', 'texts', 'context.ts'],
    supervision: ['store', 'access', 'context.ts'],
    retention: ['store', 'texts', 'context.ts', 'files'],
    holds: ['store', 'texts', 'context.ts', 'files'],
    erasure: ['store', 'texts', 'context.ts', 'files', 'retention'],
  },
};

/**
 * The rooms of the directory: who hears of a group, who people are, how the company is organised, and what moves all of
 * it.
 *
 * @type {House}
 */
const directory = {
  name: 'directory',
  root: 'packages/server/src/modules/directory',
  rooms: {
    audiences: [],
    users: [],
    offices: ['audiences'],
    groups: ['audiences', 'users', 'offices'],
    accounts: ['audiences', 'users', 'groups'],
    // The doors of them all.
    'directory.routes.ts': ['users', 'offices', 'groups', 'accounts'],
  },
};

export const serverHouses = [server, chat, directory];
