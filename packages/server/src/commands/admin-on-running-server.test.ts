import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { firstOf } from '@chat/contract/checks';
import { listDevices } from '@chat/contract/devices';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained, tamper, writeEntries } from '../../test/audit-chain.ts';
import { auditEvents } from '../../test/audit-events.ts';
import type { TestApp } from '../../test/build-app.ts';
import { registerUser } from '../../test/cast.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { turnOnTwoSteps } from '../../test/two-steps.ts';
import { sql } from '../db/database.ts';
import { admin } from './admin.ts';
import { adminTexts } from './commands.texts.ts';

let installation: Installation;
let app: TestApp;

beforeAll(async () => {
  installation = await createInstallation({ engine: 'embedded', database: 'migrated' });
  Object.assign(installation.settings, { DEVICE_APPROVAL: 'users' });
  app = await installation.start();
}, 120_000);

afterAll(async () => {
  await app.close();
  await installation.remove();
});

const run = (...args: string[]) => installation.run(admin, ...args);

/** Signs in from a device that a command has approved. */
async function comeIn(name: string) {
  const email = await registerUser(app, name);
  const person = app.client();
  expect((await person.login(email)).status).toBe(403);
  expect((await run('approve-device', '--email', email)).code).toBe(0);
  return { email, person: await person.signIn(email) };
}

test('a device is listed and approved, and its person comes in at once', async () => {
  const { email } = await comeIn('aparato');
  const { content } = await app.elena.call(listDevices, { query: { search: email } });
  const { code, said } = await run('devices', '--email', email);
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringContaining(firstOf(content).uuid),
  });
});

test('of several devices that wait none is approved without its code', async () => {
  const email = await registerUser(app, 'varios');
  const [own, other] = [app.client(), app.client()];
  const code = firstOf((await own.login(email)).errors.deviceCode ?? []);
  await other.login(email);
  const refused = await run('approve-device', '--email', email);
  expect(refused).toEqual({ code: 1, said: expect.stringContaining(code) });
  expect((await run('approve-device', '--email', email, '--code', code)).code).toBe(0);
  await own.signIn(email);
  expect((await other.login(email)).status).toBe(403);
});

test('a blocked person is told so and is out at once; unblocked, they come in again', async () => {
  const { email, person } = await comeIn('fuera');
  const live = await person.connect();
  const ended = live.waitFor('session:ended');
  expect(await run('block', '--email', email)).toEqual({
    code: 0,
    said: adminTexts.blocked(email),
  });
  expect((await person.call(getCurrentUser, {})).status).toBe(401);
  expect(await ended).toEqual({ reason: 'blocked' });
  await live.closed();
  expect((await run('unblock', '--email', email)).code).toBe(0);
  await person.signIn(email);
});

test('a new password ends the sessions at once; without one it is drawn and shown', async () => {
  const { email, person } = await comeIn('clave');
  const { said } = await run('set-password', '--email', email);
  expect((await person.call(getCurrentUser, {})).status).toBe(401);
  const [, password] = /Contraseña: (\S+)/.exec(said) ?? [];
  await person.signIn(email, password);
});

test('a second step is turned off at once, which its person is told once', async () => {
  const { email, person } = await comeIn('pasos');
  await turnOnTwoSteps(person);
  expect((await person.login(email)).errors).toEqual({ code: ['Código requerido'] });
  expect(await run('totp-off', '--email', email)).toEqual({
    code: 0,
    said: adminTexts.twoStepsOff(email),
  });
  const { content } = await person.login(email);
  expect(content.totpRemoved).toEqual({ by: null, at: expect.any(String) });
  expect((await person.login(email)).content.totpRemoved).toBeUndefined();
  expect(
    await auditEvents(app.elena, { userId: person.uuid, action: 'TOTP_REMOVED' }),
  ).toMatchObject([{ actorId: null, actorEmail: null, targetEmail: email }]);
  const { code, said } = await run('totp-off', '--email', email);
  expect({ code, said }).toEqual({ code: 1, said: 'No tiene verificación en dos pasos' });
});

test('an administrator is made, whatever letters their password has', async () => {
  const password = 'ñandú "€" 𝒳 \\ clave';
  expect((await run('create-admin', '--email', 'nueva', '--password', password)).code).toBe(0);
  const nueva = await app.client().signIn('nueva@empresa.local', password);
  expect(nueva.user.role).toBe('ADMIN');
});

test('the audit is verified and exported, in parts and whole', async () => {
  await writeEntries(app.ctx.db, 1_200);
  // The minute of a refused sign-in may end meanwhile: it becomes an entry.
  const last = await chained(app.ctx.db);
  const verified = await run('audit', 'verify');
  const lengths = Array.from(
    { length: (await chained(app.ctx.db)) - last + 1 },
    (_, n) => last + n,
  );
  expect(verified.code).toBe(0);
  expect(lengths.map(adminTexts.auditWhole)).toContain(verified.said);
  const { code, said } = await run('audit', 'export');
  const lines = said
    .split('\n')
    .map((line): { number: number | null; action: string } => JSON.parse(line));
  expect(code).toBe(0);
  expect(lines.slice(0, last).map(({ number }) => number)).toEqual(
    Array.from({ length: last }, (_, n) => n + 1),
  );
  expect(lines.at(-1)).toMatchObject({ action: 'AUDIT_EXPORTED', actorId: null, address: null });
  const { db } = app.ctx;
  await chained(db);
  await tamper(
    db,
    sql`
    update audit_events set detail = 'otra cosa' where id = (select event_id from audit_chain where number = 9)`,
  );
  expect(await run('audit', 'verify')).toEqual({ code: 1, said: adminTexts.auditChanged(9) });
  await writeFile(join(installation.dataDir, 'audit-chain.json'), '');
  const damaged = expect.stringMatching(/^El archivo \S+audit-chain\.json está dañado: .*\.$/);
  expect(await run('audit', 'verify')).toEqual({ code: 1, said: damaged });
});

test('a refusal keeps its words and its exit code', async () => {
  const { code, said } = await run('block', '--email', 'nadie');
  expect({ code, said }).toEqual({ code: 1, said: adminTexts.unknownUser('nadie@empresa.local') });
});

test('a move is for a server that is stopped, which it says', async () => {
  const { code, said } = await run('move', '--to', 'postgres://chat@127.0.0.1:1/chat');
  expect({ code, said }).toEqual({ code: 1, said: adminTexts.stopForMove });
});

test('the way in is for the owner alone', async () => {
  const owner = join(installation.dataDir, 'db', 'owner');
  const [socket = ''] = await readdir(owner);
  expect((await stat(owner)).mode & 0o777).toBe(0o700);
  expect((await stat(join(owner, socket))).mode & 0o777).toBe(0o600);
});

test('whoever speaks nonsense is hung up on, and the server goes on', async () => {
  const owner = join(installation.dataDir, 'db', 'owner');
  const [socket = ''] = await readdir(owner);
  const nonsense = ['hola\n', 'admin {\n', 'admin {"name":"destroy"}\n', 'x'.repeat(1_000_000)];
  for (const words of nonsense) {
    const line = net.connect(join(owner, socket));
    line.on('error', () => {});
    line.write(words);
    expect(await text(line).catch(() => '')).toBe('');
  }
  expect((await run('devices')).code).toBe(0);
});

test('after kill -9 of the server a command finds nobody, and works on the database itself', async () => {
  const other = await createInstallation({ engine: 'embedded', database: 'migrated' });
  try {
    await mkdir(join(other.dataDir, 'db'), { recursive: true });
    const code = `import { lockFolder } from '@chat/embedded-postgres/folder-lock';
      await lockFolder('${join(other.dataDir, 'db')}'); console.log('ready'); setInterval(() => {}, 60_000)`;
    const server = spawn(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', code],
      { cwd: new URL('.', import.meta.url), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(server.stdout, 'data');
    expect(await other.run(admin, 'devices')).toEqual({ code: 1, said: adminTexts.folderInUse });
    server.kill('SIGKILL');
    await once(server, 'exit');
    expect(await other.run(admin, 'devices')).toEqual({ code: 0, said: adminTexts.noDevices });
  } finally {
    await other.remove();
  }
}, 120_000);
