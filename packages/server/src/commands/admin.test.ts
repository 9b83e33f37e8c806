import { firstOf, required } from '@chat/contract/checks';
import { listDevices } from '@chat/contract/devices';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { adminCommand } from '../../test/admin-command.ts';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { registerUser } from '../../test/cast.ts';
import { PASSWORD } from '../../test/client.ts';
import { messageOf } from '../shared/errors.ts';
import { type AdminContext, createAdminContext, runCommand } from './admin/operations.ts';
import { admin } from './admin.ts';

let app: TestApp;
/** The context of another process: the same database, but nothing shared in memory. */
let ctx: AdminContext;

beforeAll(async () => {
  app = await startApp({ deviceApproval: 'all' });
  ctx = createAdminContext(app.ctx.config, app.ctx.db);
});

afterAll(async () => {
  await ctx.sessions.close();
  await app.close();
});

const run = (...args: string[]) => runCommand(ctx, adminCommand(...args));

async function waitingDevice(email: string) {
  const person = app.client();
  expect((await person.login(email)).status).toBe(403);
  const { content } = await app.elena.call(listDevices, { query: { search: email } });
  return { person, deviceId: firstOf(content).uuid };
}

test('the last administrator is not blocked', async () => {
  await expect(run('block', '--email', 'elena')).rejects.toThrow('Es el último administrador');
});

describe('who is locked out gets in again', () => {
  test('an administrator made here signs in with the password that was shown once', async () => {
    const lines = await run('create-admin', '--email', 'Nueva');
    const password = required(/Contraseña: (\S+)/.exec(lines.join('\n'))?.[1], 'match');
    expect((await app.client().login('nueva@empresa.local', PASSWORD)).status).toBe(401);
    const nueva = app.client();
    expect((await nueva.login('nueva@empresa.local', password)).status).toBe(403);
    await run('approve-device', '--email', 'nueva');
    await nueva.signIn('nueva@empresa.local', password);
    expect(nueva.user.role).toBe('ADMIN');
  });

  test('a new password opens, the old one does not', async () => {
    const email = await registerUser(app, 'clave');
    const { person } = await waitingDevice(email);
    await run('approve-device', '--email', email);
    await run('set-password', '--email', 'clave', '--password', 'otra-clave');
    expect((await person.login(email)).status).toBe(401);
    await person.signIn(email, 'otra-clave');
  });

  test('a device is approved by its identifier, or as the only one of its person that waits', async () => {
    const email = await registerUser(app, 'aparatos');
    const first = await waitingDevice(email);
    const second = await waitingDevice(email);
    const listed = await run('devices', '--email', email);
    expect(listed[1]).toContain(second.deviceId);
    expect(listed[2]).toContain(first.deviceId);
    await run('approve-device', first.deviceId);
    await first.person.signIn(email);
    expect((await second.person.login(email)).status).toBe(403);
    await run('approve-device', '--email', email);
    await second.person.signIn(email);
  });

  test('of several that wait none is approved without its code; they are listed with code, name and address', async () => {
    const email = await registerUser(app, 'varios');
    const waiting = async () => {
      const device = await waitingDevice(email);
      const { errors } = await device.person.login(email);
      return { ...device, code: firstOf(errors.deviceCode ?? []) };
    };
    const [own, thief] = [await waiting(), await waiting()];
    for (const more of [[], ['--code', 'XXXXXX']]) {
      const refusal = await run('approve-device', '--email', email, ...more).catch(messageOf);
      for (const { deviceId, code } of [own, thief])
        expect(refusal).toMatch(new RegExp(`${deviceId}.* ${code} .*127\\.0\\.0\\.1`));
    }
    await run('approve-device', '--email', email, '--code', ` ${own.code.toLowerCase()}`);
    await own.person.signIn(email);
    expect((await thief.person.login(email)).status).toBe(403);
  });

  test('waiting devices are listed first', async () => {
    const email = await registerUser(app, 'primero');
    const { deviceId } = await waitingDevice(email);
    const lines = await run('devices');
    expect(lines[1]).toContain(deviceId);
    expect(lines.at(-1)).not.toContain('pendiente');
  });
});

describe('a running server follows', () => {
  test('a block ends requests and sockets that live in another process; unblocking lets in again', async () => {
    const email = await registerUser(app, 'fuera');
    const { person, deviceId } = await waitingDevice(email);
    await run('approve-device', deviceId);
    await person.signIn(email);
    const live = await person.connect();
    await run('block', '--email', email);
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'blocked' });
    await live.closed();
    expect((await person.call(getCurrentUser, {})).status).toBe(401);
    expect((await person.login(email)).status).toBe(403);
    await run('unblock', '--email', email);
    await person.signIn(email);
  });
});

describe('what cannot be done is refused', () => {
  const refusals: [string, string[], string][] = [
    ['an unknown person', ['block', '--email', 'nadie'], 'nadie@empresa.local'],
    ['an e-mail that is taken', ['create-admin', '--email', 'elena'], 'ya está registrado'],
    ['a password too short', ['set-password', '--email', 'elena', '--password', 'x'], 'Mínimo 6'],
    ['an unknown device', ['approve-device', 'no-es-uno'], 'no-es-uno'],
    ['a person with nothing waiting', ['approve-device', '--email', 'elena'], 'pendientes'],
  ];
  test.each(refusals)('%s', async (_, args, text) => {
    await expect(run(...args)).rejects.toThrow(text);
  });
});

describe('what cannot be understood', () => {
  const misuses: [string, string[]][] = [
    ['nothing at all', []],
    ['an unknown command', ['destroy']],
    ['an unknown option', ['devices', '--all']],
    ['an option without its value', ['block', '--email']],
    ['an option of another command', ['block', '--email', 'ana', '--password', 'secreta-123']],
    ['a missing e-mail', ['set-password', '--password', 'secreta-123']],
    ['a device neither named nor looked for', ['approve-device']],
    ['a code of nobody', ['approve-device', '--code', 'ABC123']],
    ['words too many', ['devices', 'today']],
    ['a move to nowhere', ['move']],
    ['a move to what is no PostgreSQL', ['move', '--to', 'mysql://u:c@s/b']],
  ];
  test.each(misuses)('%s is told in Spanish, with exit code 2', async (_, args) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    await admin(args);
    expect(process.exitCode).toBe(2);
    expect(said.mock.calls.join('\n')).toContain('--help');
    said.mockRestore();
    process.exitCode = undefined;
  });

  test('help is given with exit code 0', async () => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => {});
    await admin(['--help']);
    expect(process.exitCode).toBe(0);
    expect(said.mock.calls.join('\n')).toContain('create-admin');
    said.mockRestore();
  });
});
