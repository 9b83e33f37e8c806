import { createHash } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRelease } from '../../scripts/lib/release.mjs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';
import {
  administrator,
  cronsEnvironment,
  isRoot,
  limitMemory,
  owner,
  signInAt,
  startServer,
  stopServer,
  type Unpacked,
  unpackRelease,
} from './unpacked.ts';

const LONG = 300_000;

let release: Unpacked;

beforeAll(async () => {
  release = await unpackRelease();
}, LONG);
afterAll(() => release.remove());

/** An installation's folder with settings; both are its user's where there is one besides root. */
function layInstallation(name: string) {
  const home = join(release.folder, name);
  const [data, settings] = [join(home, 'data'), join(home, 'chat.env')];
  mkdirSync(data, { recursive: true });
  const { email, password } = administrator;
  const lines = ['PORT=0', 'DATA_DIR=data', `ADMIN_EMAIL=${email}`, `ADMIN_PASSWORD=${password}`];
  writeFileSync(settings, lines.join('\n'), { mode: 0o640 });
  if (isRoot) {
    chownSync(data, owner.uid, owner.gid);
    chownSync(settings, 0, owner.gid);
  }
  return { home, data, settings };
}

const asUser: { uid?: number; gid?: number } = isRoot ? owner : {};
const call = (words: string[], how: { uid?: number; gid?: number } = {}) =>
  run('/usr/bin/env', ['-i', `PATH=${cronsEnvironment.PATH}`, release.command, ...words], {
    cwd: '/',
    ...how,
  });

describe('an archive', () => {
  const listed = (folder = release.program) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' });

  test('holds what a server needs', () => {
    const names = listed();
    for (const name of [
      'bin/web-chat',
      'deploy/compose.yaml',
      'deploy/systemd/web-chat.service',
      'docs/operations.md',
      'LICENSE',
      'node_modules/@chat/contract/package.json',
      'node_modules/sharp/package.json',
      'packages/server/dist/main.js',
      'packages/server/migrations/0052-draw-what-was-not.sql',
      'packages/web/dist/assets/emojis/16.0.0/1f600.png',
      'packages/web/dist/index.html.br',
      'README.md',
    ]) {
      expect(names).toContain(name);
    }
  });

  test('has all that its README leads to', () => {
    const readme = readFileSync(join(release.program, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\(([\w./-]+)[^)]*\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((path) => !existsSync(join(release.program, path)))).toEqual([]);
  });

  test('holds nothing that only builders, testers and other kinds of machines need', () => {
    const unwanted = [
      /\.(map|ts|mts|cts|tsx)$/,
      /\.(test|spec)\.|(^|\/)tests?$|(^|\/)\./,
      /wasm32|win32|darwin|musl|@types|node_modules\/(react|react-dom|vite|typescript)$/,
      /^deploy\/test|Dockerfile\.|tsconfig/,
    ];
    for (const pattern of unwanted) {
      expect(listed().filter((name) => pattern.test(name))).toEqual([]);
    }
    const texts = listed().filter((name) => name.endsWith('.md'));
    expect(texts.filter((name) => !/licen[cs]e|authors|^[A-Z-]+\.md$|^docs/i.test(name))).toEqual(
      [],
    );
    const folders = listed().filter((name) => statSync(join(release.program, name)).isDirectory());
    expect(folders.filter((name) => listed(join(release.program, name)).length === 0)).toEqual([]);
  });

  test('of the same sources is the same, byte for byte', { timeout: LONG }, async () => {
    const { file } = await makeRelease(join(release.folder, 'again'));
    const [first, second] = [release.archive, file].map((path) =>
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    );
    expect(second).toBe(first);
  });
});

describe('the command', () => {
  test('says what it can do, and its version', async () => {
    expect(await call(['--help'])).toMatchObject({ code: 0, output: /start.*restore/s });
    const { version } = JSON.parse(readFileSync(inRepo('packages/server/package.json'), 'utf8'));
    expect(await call(['--version'])).toEqual({ code: 0, output: `${version}\n` });
    const none = await call(['estart']);
    expect(none.code).toBe(2);
    expect(none.output).toMatch(/^No existe la orden "estart"\.\nEscribe "web-chat --help"/);
    expect((await call([])).code).toBe(2);
  });

  test('explains in one line that it cannot read the settings', async () => {
    const answer = await call(['backup', '--settings', '/nowhere/chat.env']);
    expect(answer.code).toBe(1);
    expect(answer.output).toMatch(/^No se puede leer \/nowhere\/chat\.env: .*\n$/);
  });
});

test('a server of 512 MB starts from the archive and lets people in', {
  timeout: LONG,
}, async () => {
  const memory = limitMemory();
  if (!memory) console.log('skipped: this machine lets nobody limit memory');
  const { settings } = layInstallation('small');
  const words = [...(memory?.before ?? []), release.command, 'start', '--settings', settings];
  const first = await startServer(words);
  expect(await signInAt(first.url)).toBe(200);
  expect(await stopServer(first.program)).toBe(0);
  const second = await startServer(words);
  expect(await signInAt(second.url)).toBe(200);
  await stopServer(second.program);
  memory?.lift();
});

describe('backup and restore, whoever calls', { timeout: LONG }, () => {
  test('while the server runs: its user, root and cron get backups, and root restores one', async () => {
    const { home, data, settings } = layInstallation('whoever');
    const named = ['--settings', settings];
    const start = [release.command, 'start', ...named];
    const before = await startServer(start, asUser);
    const own = join(home, 'own.tar');
    chownSync(home, asUser.uid ?? -1, asUser.gid ?? -1);
    expect(await call(['backup', ...named], asUser)).toMatchObject({ code: 0 });
    expect(readdirSync(join(data, 'backups'))).toHaveLength(1);
    expect(await call(['backup', '--to', own, ...named], asUser)).toMatchObject({ code: 0 });
    // Root's own folder is closed to the service's user.
    const closed = join(release.folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const kept = join(closed, 'kept.tar');
    expect(await call(['backup', '--to', kept, ...named])).toMatchObject({ code: 0 });
    const devices = await call(['admin', 'devices', ...named]);
    expect(devices).toMatchObject({ code: 0 });
    await stopServer(before.program);

    expect(await call(['restore', kept, '--replace', ...named])).toMatchObject({ code: 0 });
    const owners = readdirSync(data, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(data, name)).uid,
    );
    expect(new Set(owners)).toEqual(new Set([statSync(data).uid]));
    const after = await startServer(start, asUser);
    expect(await signInAt(after.url)).toBe(200);
    await stopServer(after.program);
  });

  test('a server that root starts works as the user whose data they are', async () => {
    const { settings, data } = layInstallation('started');
    const { url, program } = await startServer([release.command, 'start', '--settings', settings]);
    expect(await signInAt(url)).toBe(200);
    expect(await stopServer(program)).toBe(0);
    expect(statSync(join(data, 'db')).uid).toBe(statSync(data).uid);
  });
});
