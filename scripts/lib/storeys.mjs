import { join, normalize } from 'node:path';
import { importsWithin } from './import-graph.mjs';
import { page, pageHouses, wrongComponents } from './page-storeys.mjs';
import { inRepo } from './root.mjs';

/**
 * @typedef {import('./import-graph.mjs').Import} Import
 * @typedef {{ name: string, root: string, rooms: Record<string, string[]> }} House
 */

const foundations = [
  'shared',
  'config',
  'storage',
  'security',
  'db',
  'http',
  'realtime',
  'context.ts',
];

/**
 * The rooms that each room may use. Rooms are folders below `root`; the longest name that fits a file is its room.
 *
 * @type {House}
 */
const server = {
  name: 'server',
  root: 'packages/server/src',
  rooms: {
    shared: [],
    config: ['shared'],
    storage: ['shared', 'config'],
    security: ['shared'],
    db: ['shared', 'config'],
    http: ['shared', 'config', 'storage', 'security', 'db'],
    realtime: ['shared', 'security', 'db', 'http'],
    metrics: ['shared', 'config', 'db', 'http', 'realtime'],
    'context.ts': ['config', 'security', 'db', 'http', 'realtime'],
    'modules/audit': foundations,
    'modules/clock': foundations,
    'modules/search-index': foundations,
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
    'modules/auth': [
      ...foundations,
      'modules/audit',
      'modules/chat',
      'modules/devices',
      'modules/working-hours',
      'modules/directory',
    ],
    'modules/presence': [...foundations, 'modules/chat'],
    'modules/push': [...foundations, 'modules/chat', 'modules/working-hours', 'modules/presence'],
    'modules/search': [
      ...foundations,
      'modules/audit',
      'modules/search-index',
      'modules/chat',
      'modules/directory',
    ],
    'modules/system': [...foundations, 'modules/chat', 'modules/clock'],
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
    watch: ['store', 'access', 'texts', 'context.ts'],
    retention: ['store', 'texts', 'context.ts', 'files'],
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
    projects: ['audiences'],
    offices: ['audiences', 'projects'],
    groups: ['audiences', 'users', 'offices'],
    permissions: ['audiences', 'users', 'groups'],
    accounts: ['audiences', 'users', 'groups', 'permissions'],
    // The doors of them all.
    'directory.routes.ts': ['users', 'projects', 'offices', 'groups', 'permissions', 'accounts'],
  },
};

export const houses = [server, chat, directory, ...pageHouses];

const packages = [
  'packages/contract',
  'packages/embedded-postgres',
  'packages/server',
  'packages/web',
];

/**
 * Labs and tests stand on the product, never the other way; tests count as the file that they stand beside.
 *
 * @type {House}
 */
export const repository = {
  name: 'repository',
  root: '',
  rooms: {
    'scripts/lib': [],
    'packages/contract': [],
    'packages/embedded-postgres': [],
    'packages/server': ['packages/embedded-postgres', 'scripts/lib'],
    'packages/web': [],
    lab: [...packages, 'scripts/lib'],
    e2e: ['scripts/lib'],
    deploy: ['lab', ...packages, 'scripts/lib'],
  },
};

/** @type {(house: House, file: string) => string | undefined} */
const roomOf = ({ rooms }, file) =>
  Object.keys(rooms)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((one, other) => other.length - one.length)[0];

/**
 * A sentence for each import that leads out of a room into one it may not use.
 *
 * @param {House} house
 * @param {Import[]} imports
 */
export function wrongRooms(house, imports) {
  return imports.flatMap(({ from, to }) => {
    const [here, there] = [roomOf(house, from), roomOf(house, to)];
    // Files beside the rooms put them together, and nothing in a room may use them.
    if (here === undefined || here === there || to.startsWith('..')) return [];
    if (there !== undefined && house.rooms[here]?.includes(there)) return [];
    return [
      `${join(house.root, from)} imports ${to}: ${here} may not use ${there ?? 'what puts the rooms together'}`,
    ];
  });
}

/**
 * The rooms of a table that may use each other in a ring, and those above them.
 *
 * @param {House['rooms']} rooms
 */
export function roomsAboveRings(rooms) {
  const settled = new Set();
  const open = new Map(Object.entries(rooms));
  const ready = () => [...open].filter(([, used]) => used.every((room) => settled.has(room)));
  for (let next = ready(); next.length > 0; next = ready()) {
    for (const [room] of next) {
      settled.add(room);
      open.delete(room);
    }
  }
  return [...open.keys()];
}

/**
 * @typedef {'below' | 'access' | 'actions'} Role
 * @param {string} file
 * @returns {Role | 'door'}
 */
function roleOf(file) {
  if (/\.(routes|sockets)\.ts$/.test(file)) return 'door';
  if (file.endsWith('.access.ts')) return 'access';
  return file.endsWith('.actions.ts') ? 'actions' : 'below';
}

/**
 * The doors of a whole module stand beside its rooms.
 *
 * @param {string} room
 * @param {string} around
 */
const isWithin = (room, around) => room === around || room.startsWith(`${around}/`);

/** @param {string} file */
const roomInModule = (file) =>
  /^modules\/(?:(?:chat|directory)\/[^/]+|[^/]+)(?=\/)/.exec(file)?.[0];
/** @param {string} room */
const moduleOf = (room) => room.split('/')[1] ?? '';

/**
 * Within a room: queries, events, present and texts, then access, then actions, then doors.
 *
 * @type {Record<Role, (Role | 'door')[]>}
 */
const within = {
  below: ['below'],
  access: ['below', 'access'],
  actions: ['below', 'access', 'actions'],
};
/**
 * From one room into another.
 *
 * @type {Record<Role, (Role | 'door')[]>}
 */
const across = { below: [], access: ['access'], actions: ['access', 'actions'] };

/**
 * Rooms that the other rooms of the module may use, whatever the role of the file.
 *
 * @type {Record<string, string[]>}
 */
const underOtherRooms = {
  chat: ['modules/chat/store', 'modules/chat/texts'],
  directory: ['modules/directory/audiences', 'modules/directory/users'],
};

/**
 * Pure functions that any role of the modules above may use.
 *
 * @param {string} file
 */
const isLanguage = (file) => file.startsWith('modules/search-index/language/');

/** @param {string} file */
const isContext = (file) => /(^|\/)context\.ts$/.test(file);

/**
 * @param {string} from
 * @param {string} to
 */
function mayUseFile(from, to) {
  if (isContext(from) || isContext(to) || isLanguage(to)) return true;
  const [here, there] = [roomInModule(from), roomInModule(to)];
  const [role, used] = [roleOf(from), roleOf(to)];
  if (here === undefined) return used !== 'door' || from === 'app.ts';
  if (there === undefined) return role !== 'door' || /^(http|realtime)\//.test(to);
  if (role === 'door')
    return isWithin(there, here) ? used === 'actions' || /\.texts\.ts$/.test(to) : false;
  if (here === there) return within[role].includes(used);
  const isBelow = underOtherRooms[moduleOf(here)]?.includes(there);
  if (isBelow && moduleOf(here) === moduleOf(there) && used !== 'door') return true;
  return across[role].includes(used);
}

/**
 * A sentence for each import of the server that goes against the order of routes, actions, access and queries.
 *
 * @param {Import[]} imports
 */
export function wrongRoles(imports) {
  return imports
    .filter(({ from, to }) => !to.startsWith('..') && !mayUseFile(from, to))
    .map(
      ({ from, to }) =>
        `packages/server/src/${from} may not import ${to}: see "Storeys" in ARCHITECTURE.md`,
    );
}

/**
 * Both ends told from the repository's root.
 *
 * @param {string} root
 * @param {string} room
 */
const importsOfRoom = (root, room) =>
  importsWithin(join(root, room), { withTests: true }).map(({ from, to }) => ({
    from: join(room, from),
    to: normalize(join(room, to)),
  }));

/** The imports of the repository that go up, or into a wrong room. */
export function wrongImports(root = inRepo()) {
  const importsOf = (/** @type {House} */ house) => importsWithin(join(root, house.root));
  const across = Object.keys(repository.rooms).flatMap((room) => importsOfRoom(root, room));
  return [
    ...houses.flatMap((house) => wrongRooms(house, importsOf(house))),
    ...wrongRooms(repository, across),
    ...wrongRoles(importsOf(server)),
    ...wrongComponents(importsOf(page)),
  ];
}
