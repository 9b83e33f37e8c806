import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRepo } from './lib/root.mjs';
import { run } from './lib/run.mjs';

// Each line plants one import in a copy of the linter's settings; `M` is the messages feature of the server, `W` of the page.
const forbidden = [
  'contract/src/a/a.schema.ts imports fastify',
  'contract/src/a/a.schema.ts imports ../../../server/src/version.ts',
  'M.actions.ts imports ../../../../web/src/main.tsx',
  'web/src/shared/call-api.ts imports ../../../server/src/version.ts',

  'server/src/config/env.ts imports ../features/users/users.queries.ts',
  'server/src/db/page.ts imports ../features/users/users.queries.ts',
  'server/src/http/route.ts imports ../features/users/users.texts.ts',
  'server/src/realtime/rooms.ts imports ../features/chats/chats.access.ts',
  'server/src/storage/disk.ts imports ../features/files/files.access.ts',
  'server/src/http/route.ts imports ../app.ts',
  'M.actions.ts imports ../../app.ts',

  'M.queries.ts imports ./messages.access.ts',
  'M.queries.ts imports ./messages.actions.ts',
  'M.events.ts imports ./messages.actions.ts',
  'M.present.ts imports ./messages.access.ts',
  'M.texts.ts imports ./messages.routes.ts',
  'M.access.ts imports ./messages.actions.ts',
  'M.access.ts imports ./messages.sockets.ts',
  'M.actions.ts imports ./messages.routes.ts',
  'M.actions.ts imports ./messages.sockets.ts',
  'M.routes.ts imports ./messages.queries.ts',
  'M.routes.ts imports ./messages.access.ts',
  'M.routes.ts imports ./messages.present.ts',
  'M.routes.ts imports ./messages.events.ts',
  'M.routes.ts imports ../../db/database.ts',
  'M.sockets.ts imports ./messages.queries.ts',

  'M.queries.ts imports ../chats/chats.queries.ts',
  'M.present.ts imports ../chats/chats.present.ts',
  'M.events.ts imports ../chats/chats.access.ts',
  'M.access.ts imports ../chats/chats.queries.ts',
  'M.access.ts imports ../chats/chats.actions.ts',
  'M.actions.ts imports ../chats/chats.queries.ts',
  'M.actions.ts imports ../chats/chats.events.ts',
  'M.actions.ts imports ../chats/chats.present.ts',
  'M.actions.ts imports ../chats/chats.routes.ts',
  'M.routes.ts imports ../chats/chats.actions.ts',
  'M.sockets.ts imports ../chats/chats.actions.ts',

  'M.queries.ts imports pg',
  'M.access.ts imports pg',
  'M.actions.ts imports pg',
  'M.routes.ts imports pg',
  'server/src/http/server.ts imports pg',
  'server/src/app.ts imports pg',

  'web/src/shared/ui/button.tsx imports ../../features/messages/messages.texts.ts',
  'web/src/shared/ui/button.tsx imports ../../pages/auth-login.page.tsx',
  'W/messages.realtime.ts imports ../../pages/auth-login.page.tsx',
  'W/messages.realtime.ts imports ../../app/router.tsx',
  'W/messages.realtime.ts imports ../reactions/components/reaction-picker.tsx',
  'W/components/message-list.tsx imports ../../reactions/components/reaction-picker.tsx',
  'web/src/pages/auth-login.page.tsx imports ../app/router.tsx',
];

const allowed = [
  'contract/src/a/a.routes.ts imports zod',
  'contract/src/a/a.routes.ts imports ../shared/page.ts',
  'server/src/app.ts imports ./features/messages/messages.routes.ts',
  'server/src/db/open-database.ts imports pg',
  'M.queries.ts imports ../../db/database.ts',
  'M.present.ts imports ./messages.queries.ts',
  'M.present.ts imports @chat/contract/messages/messages.routes',
  'M.access.ts imports ./messages.queries.ts',
  'M.access.ts imports ../chats/chats.access.ts',
  'M.actions.ts imports ./messages.access.ts',
  'M.actions.ts imports ./messages.present.ts',
  'M.actions.ts imports ../chats/chats.access.ts',
  'M.actions.ts imports ../chats/chats.actions.ts',
  'M.routes.ts imports ./messages.actions.ts',
  'M.routes.ts imports ../../http/route.ts',
  'M.sockets.ts imports ../../realtime/signals.ts',
  'M.routes.test.ts imports ../chats/chats.queries.ts',
  'W/components/message-list.tsx imports ../../reactions/api/react-to-message.ts',
  'W/hooks/use-stick-to-bottom.ts imports ../components/message-list.tsx',
  'web/src/pages/auth-login.page.tsx imports ../features/auth/components/login-form.tsx',
];

// However it is spelt, an import is an import.
const spellings = [
  (from) => `import '${from}';`,
  (from) => `import type { A } from '${from}';`,
  (from) => `export { a } from '${from}';`,
  (from) => `await import('${from}');`,
];

const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
const planted = new Map();
let diagnostics = [];

beforeAll(async () => {
  copySettings();
  for (const line of [...forbidden, ...allowed]) plant(line);
  write(
    'packages/server/src/db/one.ts',
    "import { two } from './two.ts';\nexport const one = two;",
  );
  write(
    'packages/server/src/db/two.ts',
    "import { one } from './one.ts';\nexport const two = one;",
  );
  write('packages/server/src/db/three.ts', "import 'left-pad';");
  diagnostics = await lint();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copySettings() {
  for (const part of ['', 'packages/contract', 'packages/server', 'packages/web']) {
    for (const file of ['biome.json', 'package.json']) {
      cpSync(inRepo(part, file), join(folder, part, file));
    }
  }
}

function plant(line) {
  const [file, from] = placeOf(line);
  const lines = [...(planted.get(file) ?? []), ...spellings.map((spell) => spell(from))];
  planted.set(file, lines);
  write(file, lines.join('\n'));
}

function placeOf(line) {
  const [who, from] = line.split(' imports ');
  const file = who
    .replace(/^M/, 'server/src/features/messages/messages')
    .replace(/^W/, 'web/src/features/messages');
  return [`packages/${file}`, from];
}

function write(file, text) {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), `${text}\n`);
}

async function lint() {
  const biome = inRepo('node_modules/@biomejs/biome/bin/biome');
  const args = [
    'lint',
    folder,
    '--reporter=json',
    '--max-diagnostics=none',
    `--config-path=${folder}`,
  ];
  const { output } = await run(process.execPath, [biome, ...args], { cwd: folder });
  return JSON.parse(output.slice(output.indexOf('{"summary"'), output.lastIndexOf('}') + 1))
    .diagnostics;
}

/** How many spellings of a planted import the rule has caught. */
function caughtSpellings(line) {
  const [file, from] = placeOf(line);
  const caught = diagnostics
    .filter(
      ({ category, location }) =>
        category === 'lint/style/noRestrictedImports' && location.path.endsWith(file),
    )
    .map(({ location }) => planted.get(file)[location.start.line - 1]);
  return spellings.filter((spell) => caught.includes(spell(from))).length;
}

function isReported(rule, file) {
  return diagnostics.some(
    ({ category, location }) => category === rule && location.path.endsWith(file),
  );
}

describe('the linter stops', () => {
  it.each(forbidden)('%s', (line) => {
    expect(caughtSpellings(line)).toBe(spellings.length);
  });

  it('files that import each other in a circle', () => {
    expect(isReported('lint/suspicious/noImportCycles', 'db/one.ts')).toBe(true);
  });

  it('a library that its package does not name', () => {
    expect(isReported('lint/correctness/noUndeclaredDependencies', 'db/three.ts')).toBe(true);
  });
});

describe('the linter lets pass', () => {
  it.each(allowed)('%s', (line) => {
    expect(caughtSpellings(line)).toBe(0);
  });
});
