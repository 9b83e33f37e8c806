import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsWithin } from './lib/import-graph.mjs';
import { pageHouses } from './lib/page-storeys.mjs';
import { inRepo } from './lib/root.mjs';
import {
  houses,
  repository,
  roomsAboveRings,
  wrongImports,
  wrongRoles,
  wrongRooms,
} from './lib/storeys.mjs';

const [server, chat, directory] = houses;

/** From the words of a line: the import that it plants. */
function planted(line) {
  const [from, to] = line.split(' imports ');
  return [{ from, to }];
}

describe('no room of the server uses', () => {
  it.each([
    'config/env.ts imports modules/audit/audit.queries.ts',
    'db/page.ts imports modules/directory/users/users.queries.ts',
    'db/page.ts imports http/route.ts',
    'http/route.ts imports realtime/live-sockets.ts',
    'http/route.ts imports app.ts',
    'realtime/live-sockets.ts imports modules/chat/access/chats.access.ts',
    'security/keyed-queue.ts imports http/route.ts',
    'storage/disk.ts imports modules/chat/access/files.access.ts',
    'context.ts imports modules/auth/sessions.ts',
    'modules/audit/audit.actions.ts imports modules/chat/access/chats.access.ts',
    'modules/chat/lists/chats.actions.ts imports modules/directory/users/users.access.ts',
    'modules/chat/supervision/supervision.actions.ts imports modules/presence/presence.actions.ts',
    'modules/directory/accounts/users.actions.ts imports modules/auth/auth.actions.ts',
    'modules/devices/devices.actions.ts imports modules/directory/accounts/users.actions.ts',
    'modules/chat/lists/chats.actions.ts imports app.ts',
    'modules/chat/lists/chats.actions.ts imports commands/admin.ts',
  ])('what stands above it or beside it: %s', (line) => {
    expect(wrongRooms(server, planted(line))).toHaveLength(1);
  });

  it.each([
    'store/chats.queries.ts imports access/chats.access.ts',
    'access/chats.access.ts imports lists/chats.actions.ts',
    'receipts/receipts.actions.ts imports messages/messages.actions.ts',
    'files/files.actions.ts imports messages/messages.actions.ts',
    'lists/chats.actions.ts imports messages/messages.actions.ts',
    'context.ts imports send/message-batcher.ts',
    'context.ts imports files/pictures/pictures.ts',
    'send/message-batcher.ts imports files/files.actions.ts',
  ])('what stands above it in the chat: %s', (line) => {
    expect(wrongRooms(chat, planted(line))).toHaveLength(1);
  });

  it.each([
    'users/passwords.actions.ts imports groups/groups.access.ts',
    'users/users.access.ts imports accounts/users.actions.ts',
    'audiences/groups-changed.actions.ts imports groups/groups.queries.ts',
    'audiences/audiences.actions.ts imports offices/offices.actions.ts',
    'offices/offices.actions.ts imports groups/groups.access.ts',
    'groups/groups.actions.ts imports accounts/users.actions.ts',
  ])('what stands above it in the directory: %s', (line) => {
    expect(wrongRooms(directory, planted(line))).toHaveLength(1);
  });
});

const M = 'modules/chat/messages/messages';
const L = 'modules/chat/lists/chats';
const U = 'modules/directory/users/users';

describe('the order of a module stops', () => {
  it.each([
    `${M}.queries.ts imports ${M}.access.ts`,
    `${M}.queries.ts imports ${M}.actions.ts`,
    `${M}.events.ts imports ${M}.actions.ts`,
    `${M}.present.ts imports ${M}.access.ts`,
    `${M}.texts.ts imports ${M}.routes.ts`,
    `${M}.access.ts imports ${M}.actions.ts`,
    `${M}.access.ts imports ${M}.sockets.ts`,
    `${M}.actions.ts imports ${M}.routes.ts`,
    `${M}.routes.ts imports ${M}.queries.ts`,
    `${M}.routes.ts imports ${M}.present.ts`,
    `${M}.routes.ts imports ${M}.events.ts`,
    `${M}.routes.ts imports modules/chat/access/messages.access.ts`,
    `${M}.routes.ts imports modules/chat/store/messages.queries.ts`,
    `${M}.routes.ts imports db/database.ts`,
    `${M}.routes.ts imports ${L}.actions.ts`,
    `${M}.sockets.ts imports ${L}.actions.ts`,
    `${M}.present.ts imports ${L}.present.ts`,
    `${M}.actions.ts imports ${L}.present.ts`,
    `${M}.actions.ts imports ${L}.routes.ts`,
    `${U}.queries.ts imports modules/chat/store/chats.queries.ts`,
    `${U}.actions.ts imports modules/chat/store/chats.queries.ts`,
    `${U}.actions.ts imports modules/directory/groups/groups.queries.ts`,
    `${U}.access.ts imports modules/chat/members/chat-membership.actions.ts`,
    `commands/admin/operations.ts imports ${U}.routes.ts`,
  ])('%s', (line) => {
    expect(wrongRoles(planted(line))).toHaveLength(1);
  });
});

describe('the order of a module lets pass', () => {
  it.each([
    `routes-and-signals.ts imports ${M}.routes.ts`,
    `${M}.routes.ts imports ${M}.actions.ts`,
    `${M}.routes.ts imports http/route.ts`,
    `${M}.sockets.ts imports realtime/signals.ts`,
    `${M}.actions.ts imports ${M}.present.ts`,
    `${M}.actions.ts imports modules/chat/access/chats.access.ts`,
    `${M}.actions.ts imports modules/chat/store/messages.queries.ts`,
    `${M}.present.ts imports modules/chat/store/messages.queries.ts`,
    `${M}.actions.ts imports modules/chat/receipts/receipts.actions.ts`,
    `${U}.actions.ts imports modules/chat/members/chat-membership.actions.ts`,
    `${U}.actions.ts imports modules/directory/groups/groups.access.ts`,
    `${U}.queries.ts imports db/database.ts`,
  ])('%s', (line) => {
    expect(wrongRoles(planted(line))).toEqual([]);
  });
});

describe('what tries the product stands above it', () => {
  it.each([
    'packages/contract/src/events.ts imports lab/support/required.ts',
    'packages/embedded-postgres/test/templates.ts imports lab/machines/postgres.ts',
    'packages/server/src/app.ts imports lab/machines/redis.ts',
    'packages/server/src/app.test.ts imports lab/machines/redis.ts',
    'packages/server/test/redis.ts imports lab/machines/redis.ts',
    'packages/web/src/main.tsx imports lab/support/required.ts',
    'packages/web/src/main.tsx imports packages/server/src/app.ts',
    'packages/contract/src/events.ts imports packages/server/src/app.ts',
    'packages/embedded-postgres/src/open-embedded.ts imports packages/server/src/db/database.ts',
    'packages/media/src/mp4.ts imports packages/server/src/app.ts',
    'packages/server/src/app.ts imports lab/company/people.ts',
    'e2e/support/server.ts imports lab/machines/application.ts',
    'lab/bench/page/browser.ts imports e2e/support/people.ts',
    'lab/machines/nginx.ts imports deploy/test/distant-client.ts',
  ])('it stops: %s', (line) => {
    expect(wrongRooms(repository, planted(line))).toHaveLength(1);
  });

  it.each([
    'lab/bench/support/company.ts imports packages/server/src/db/database.ts',
    'lab/company/seed-demo.ts imports packages/server/src/db/database.ts',
    'lab/torture/world/people.ts imports packages/server/test/cast.ts',
    'lab/machines/redis.ts imports scripts/lib/redis.mjs',
    'deploy/test/proxies.test.ts imports lab/machines/nginx.ts',
    'packages/server/test/redis.ts imports scripts/lib/redis.mjs',
    'packages/server/test/embedded-template.ts imports packages/embedded-postgres/test/templates.ts',
    'packages/server/test/noted-pictures.ts imports packages/media/test/mp4.ts',
  ])('it lets pass: %s', (line) => {
    expect(wrongRooms(repository, planted(line))).toEqual([]);
  });
});

describe('an import is found however it is spelt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storeys-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    "import '../high/two.ts';",
    "import { a } from '../high/two.ts';",
    "import type { A } from '../high/two.ts';",
    "export { a } from '../high/two.ts';",
    "export * from '../high/two.ts';",
    "await import('../high/two.ts');",
  ])('%s', (line) => {
    const file = join(folder, 'low/one.ts');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${line}\n`);
    expect(importsWithin(folder)).toEqual([{ from: 'low/one.ts', to: 'high/two.ts' }]);
  });

  it('in a test only where tests are asked for', () => {
    const test = join(folder, 'low/one.test.ts');
    writeFileSync(test, "import '../high/three.ts';\n");
    const found = (options) => importsWithin(folder, options).map(({ to }) => to);
    expect(found()).toEqual(['high/two.ts']);
    expect(found({ withTests: true })).toContain('high/three.ts');
  });
});

describe('rooms that use each other in a ring are found', () => {
  it.each([
    ['two', { one: ['two'], two: ['one'] }, ['one', 'two']],
    ['three', { one: ['three'], two: ['one'], three: ['two'] }, ['one', 'two', 'three']],
    ['itself', { one: ['one'] }, ['one']],
    ['above a ground', { ground: [], one: ['ground', 'two'], two: ['one'] }, ['one', 'two']],
    ['of no such room', { one: ['two'] }, ['one']],
  ])('%s', (_, rooms, found) => {
    expect(roomsAboveRings(rooms)).toEqual(found);
  });

  it('a way down and up again in the server, planted in its own table', () => {
    const ring = { ...server.rooms, 'modules/audit': ['modules/directory'] };
    expect(roomsAboveRings(ring)).toContain('modules/audit');
  });

  it('none where two stand on the same', () => {
    expect(
      roomsAboveRings({ one: [], two: ['one'], three: ['one'], top: ['two', 'three'] }),
    ).toEqual([]);
  });
});

describe.each([server, chat, directory, repository, ...pageHouses])(
  'the rooms of $name',
  ({ root, rooms }) => {
    it('use each other in one direction', () => {
      expect(roomsAboveRings(rooms)).toEqual([]);
    });

    it('exist', () => {
      expect(Object.keys(rooms).filter((room) => !existsSync(inRepo(root, room)))).toEqual([]);
    });
  },
);

it('every folder of the server but tests and commands is a room', () => {
  const folders = readdirSync(inRepo(server.root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !['attacks', 'commands', 'modules'].includes(name));
  const modules = readdirSync(inRepo(server.root, 'modules')).map((name) => `modules/${name}`);
  expect([...folders, ...modules].filter((room) => !(room in server.rooms))).toEqual([]);
});

it.each([chat, directory])('every folder of the $name is a room', ({ root, rooms }) => {
  expect(readdirSync(inRepo(root)).filter((room) => !(room in rooms))).toEqual([]);
});

describe('in a whole repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'));
  const plant = (line) => {
    const [{ from, to }] = planted(line);
    const [source, imported] = [join(folder, from), join(folder, to)];
    mkdirSync(dirname(source), { recursive: true });
    writeFileSync(source, `import './${relative(dirname(source), imported)}';\n`);
    return source;
  };
  beforeAll(() => {
    const rooms = [...houses, repository].map(({ root }) => root);
    for (const room of [...rooms, ...Object.keys(repository.rooms)]) {
      mkdirSync(join(folder, room), { recursive: true });
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const S = 'packages/server/src';
  const W = 'packages/web/src';
  it.each([
    `${S}/db/page.ts imports ${S}/http/route.ts`,
    `${S}/modules/chat/store/chats.queries.ts imports ${S}/modules/chat/access/chats.access.ts`,
    `${S}/modules/directory/users/one.ts imports ${S}/modules/directory/groups/two.ts`,
    `${S}/modules/audit/one.queries.ts imports ${S}/modules/audit/one.actions.ts`,
    `${W}/shared/socket.ts imports ${W}/pages/auth-login.page.tsx`,
    `${W}/features/chat/list/one.ts imports ${W}/features/chat/timeline/two.ts`,
    `${W}/features/directory/users/one.ts imports ${W}/features/directory/groups/two.ts`,
    `${W}/features/search/one.ts imports ${W}/features/chat/two.tsx`,
    'packages/contract/src/one.ts imports packages/server/src/app.ts',
    'packages/web/src/shared/one.test.ts imports lab/support/required.ts',
  ])('one wrong import is found: %s', (line) => {
    const source = plant(line);
    expect(wrongImports(folder)).not.toEqual([]);
    rmSync(source);
    expect(wrongImports(folder)).toEqual([]);
  });
});

it('nothing in the repository is imported against its storeys', () => {
  expect(wrongImports()).toEqual([]);
});
