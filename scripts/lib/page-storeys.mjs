/**
 * @typedef {import('./import-graph.mjs').Import} Import
 * @typedef {import('./storeys.mjs').House} House
 */

/**
 * The rooms that each room may use; `app`, `main.tsx` and `test` stand beside them and put them together.
 *
 * @type {House}
 */
export const page = {
  name: 'page',
  root: 'packages/web/src',
  rooms: {
    shared: [],
    'features/system': ['shared'],
    'features/account': ['shared', 'features/system'],
    'features/audit': ['shared', 'features/directory/lists'],
    'features/devices': ['shared'],
    'features/monitoring': ['shared'],
    'features/presence': ['shared'],
    'features/session': ['shared'],
    'features/chat/list': ['shared'],
    'features/chat': ['shared', 'features/chat/list', 'features/system'],
    'features/directory/lists': ['shared'],
    'features/directory': ['shared', 'features/directory/lists', 'features/system'],
    'features/notifications': ['shared', 'features/chat/list'],
    'features/quick-switcher': ['shared', 'features/chat/list'],
    'features/search': [
      'shared',
      'features/chat',
      'features/chat/list',
      'features/directory/lists',
    ],
    'features/privacy-notice': ['shared'],
    'features/data-exports': ['shared'],
    'features/holds': ['shared'],
    'features/erasure': ['shared'],
    'features/first-steps': [
      'shared',
      'features/devices',
      'features/directory/lists',
      'features/privacy-notice',
    ],
    pages: [
      'shared',
      'features/account',
      'features/audit',
      'features/data-exports',
      'features/chat',
      'features/chat/list',
      'features/devices',
      'features/directory',
      'features/directory/lists',
      'features/erasure',
      'features/first-steps',
      'features/holds',
      'features/monitoring',
      'features/notifications',
      'features/presence',
      'features/privacy-notice',
      'features/search',
      'features/session',
      'features/system',
    ],
  },
};

/**
 * The rooms of the page's chat: what is known of chats and messages, what is drawn of it, and what events change.
 *
 * @type {House}
 */
const chat = {
  name: 'chat of the page',
  root: 'packages/web/src/features/chat',
  rooms: {
    messages: [],
    list: [],
    voice: ['messages'],
    media: ['voice'],
    mentions: ['messages'],
    emojis: [],
    outbox: ['messages', 'list'],
    receipts: ['list'],
    reactions: ['messages'],
    forward: ['messages', 'list', 'media', 'outbox'],
    replies: ['messages', 'media', 'outbox'],
    editing: ['messages', 'mentions', 'outbox', 'composer'],
    timeline: ['messages', 'media', 'mentions', 'outbox', 'replies', 'editing'],
    information: ['messages', 'timeline'],
    scheduled: ['messages', 'list', 'mentions', 'outbox', 'composer'],
    composer: ['messages', 'media', 'mentions', 'outbox', 'replies'],
    screen: [
      'messages',
      'list',
      'voice',
      'media',
      'emojis',
      'outbox',
      'replies',
      'forward',
      'editing',
      'information',
      'composer',
      'scheduled',
    ],
    realtime: ['messages', 'list', 'outbox', 'receipts', 'reactions', 'replies', 'composer'],
  },
};

/**
 * The rooms of administration: each kind of thing by itself, over the lists that all of them choose from.
 *
 * @type {House}
 */
const directory = {
  name: 'directory of the page',
  root: 'packages/web/src/features/directory',
  rooms: {
    lists: [],
    users: ['lists'],
    groups: ['lists'],
    offices: ['lists'],
    'working-hours': ['lists'],
    projects: ['lists'],
    permissions: ['lists'],
  },
};

export const pageHouses = [page, chat, directory];

/** @param {string} file */
const featureOf = (file) => /^features\/([^/]+)\//.exec(file)?.[1];

/**
 * A sentence for each `.tsx`, which holds what is seen, that another feature imports: components of two features meet
 * in a page, through slots.
 *
 * @param {Import[]} imports
 */
export function wrongComponents(imports) {
  return imports
    .filter(({ from, to }) => {
      const [here, there] = [featureOf(from), featureOf(to)];
      return here && there && here !== there && to.endsWith('.tsx');
    })
    .map(
      ({ from, to }) =>
        `${page.root}/${from} imports ${to}: components of two features meet in a page`,
    );
}
