import { join, normalize } from 'node:path';
import { importsWithin } from './import-graph.mjs';
import { page, pageHouses, wrongComponents } from './page-storeys.mjs';
import { inRepo, serverPackages } from './root.mjs';
import { server, serverHouses } from './server-storeys.mjs';

/**
 * @typedef {import('./import-graph.mjs').Import} Import
 * @typedef {{ name: string, root: string, rooms: Record<string, string[]> }} House
 */

export const houses = [...serverHouses, ...pageHouses];

const packages = [...serverPackages, 'packages/web'];

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
    'packages/media': [],
    'packages/spanish': [],
    'packages/server': ['packages/embedded-postgres', 'packages/media', 'scripts/lib'],
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
 * Pure functions, the columns that they are given, and the part of a statement that records an act: any role of the
 * modules above may use them.
 *
 * @param {string} file
 */
const isForAll = (file) =>
  /^modules\/(search-index\/block-keys\.ts$|restrictions\/|audit\/own-deeds\.ts$)/.test(file);

/** @param {string} file */
const isContext = (file) => /(^|\/)context\.ts$/.test(file);

/**
 * @param {string} from
 * @param {string} to
 */
function mayUseFile(from, to) {
  if (isContext(from) || isContext(to) || isForAll(to)) return true;
  const [here, there] = [roomInModule(from), roomInModule(to)];
  const [role, used] = [roleOf(from), roleOf(to)];
  if (here === undefined) return used !== 'door' || from === 'routes-and-signals.ts';
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
