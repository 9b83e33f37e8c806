import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRepo, serverPackages } from './lib/root.mjs';
import { run } from './lib/run.mjs';

// Each line plants one import in a copy of the linter's settings.
const forbidden = [
  'contract/src/a/a.schema.ts imports fastify',
  'contract/src/a/a.schema.ts imports ../../../server/src/shared/version.ts',
  'server/src/modules/chat/messages/messages.actions.ts imports ../../../../../web/src/main.tsx',
  'server/src/db/page.ts imports ../../../web/src/main.tsx',
  'web/src/shared/call-api.ts imports ../../../server/src/shared/version.ts',
  'web/src/features/devices/devices.realtime.ts imports @chat/server/app',
  'embedded-postgres/src/open-embedded.ts imports ../../server/src/db/database.ts',
  'embedded-postgres/src/open-embedded.ts imports @chat/contract/events',
  'media/src/mp4.ts imports ../../server/src/shared/media-types.ts',
  'media/src/mp4.ts imports file-type',
  'spanish/src/forms.ts imports @chat/contract/search',

  'server/src/modules/chat/store/chats.queries.ts imports pg',
  'server/src/modules/chat/messages/messages.actions.ts imports pg',
  'server/src/http/server.ts imports pg',
  'server/src/app.ts imports pg',
];

const allowed = [
  'contract/src/a/a.routes.ts imports zod',
  'contract/src/a/a.routes.ts imports ../shared/page.ts',
  'server/src/db/open-database.ts imports pg',
  'embedded-postgres/src/open-embedded.ts imports pg',
  'embedded-postgres/src/open-embedded.ts imports ./folder-lock.ts',
  'media/src/mp4.ts imports node:fs/promises',
  'media/src/mp4.ts imports ./file-bytes.ts',
  'spanish/src/forms.ts imports ./verb-forms.ts',
  'embedded-postgres/src/power-cut.test.ts imports ../test/templates.ts',
  'server/src/modules/chat/messages/messages.routes.test.ts imports pg',
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
  // However the links of a circle are spelt.
  write('packages/web/src/shared/four.ts', "export { five } from './five.ts';");
  write(
    'packages/web/src/shared/five.ts',
    "import { six } from '../features/six.ts';\nexport const five = six;",
  );
  write('packages/web/src/features/six.ts', "export * from '../shared/four.ts';");
  write('packages/server/src/db/three.ts', "import 'left-pad';");
  write(
    'packages/server/src/db/seven.ts',
    "import type { Eight } from './eight.ts';\nexport type Seven = Eight;",
  );
  write(
    'packages/server/src/db/eight.ts',
    "import type { Seven } from './seven.ts';\nexport type Eight = Seven;",
  );
  write(
    'packages/web/src/shared/nine.ts',
    "import type { Ten } from '../features/ten.ts';\nexport type Nine = Ten;",
  );
  write(
    'packages/web/src/features/ten.ts',
    "import type { Nine } from '../shared/nine.ts';\nexport type Ten = Nine;",
  );
  diagnostics = await lint();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copySettings() {
  const parts = [...serverPackages, 'packages/web'];
  for (const part of ['', ...parts]) {
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
  const [file, from] = line.split(' imports ');
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

  it.each(['db/seven.ts', 'db/eight.ts', 'shared/nine.ts', 'features/ten.ts'])(
    'types in a circle: %s',
    (file) => {
      expect(isReported('lint/suspicious/noImportCycles', file)).toBe(true);
    },
  );

  it.each(['shared/four.ts', 'shared/five.ts', 'features/six.ts'])(
    'files that lead back to themselves over others: %s',
    (file) => {
      expect(isReported('lint/suspicious/noImportCycles', file)).toBe(true);
    },
  );

  it('a library that its package does not name', () => {
    expect(isReported('lint/correctness/noUndeclaredDependencies', 'db/three.ts')).toBe(true);
  });
});

describe('the linter lets pass', () => {
  it.each(allowed)('%s', (line) => {
    expect(caughtSpellings(line)).toBe(0);
  });
});
