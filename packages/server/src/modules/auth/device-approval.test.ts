import { firstOf, required } from '@chat/contract/checks';
import { approveDevice, listDevices, rejectDevice } from '@chat/contract/devices';
import { blockUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson, registerUser } from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import { sql } from '../../db/database.ts';

const PENDING = 'Tu dispositivo está pendiente de autorización. Contacta con un administrador.';
const BLOCKED = 'Tu usuario está bloqueado. Contacta con un administrador.';

const devicesOf = async (app: TestApp, email: string) =>
  (await app.elena.call(listDevices, { query: { search: email } })).content;

describe("DEVICE_APPROVAL=users: everybody's new devices wait but administrators'", () => {
  let app: TestApp;
  let ana: string;
  let device: Client;
  beforeAll(async () => {
    app = await startApp({ deviceApproval: 'users' });
    ana = await registerUser(app, 'ana');
    device = app.client();
  });
  afterAll(() => app.close());

  test('a new device is 403 after a right password, and 401 after a wrong one', async () => {
    expect(await device.login(ana, 'otra-clave')).toMatchObject({ status: 401 });
    expect(await devicesOf(app, ana)).toEqual([]);
    expect(await device.login(ana)).toMatchObject({ status: 403, message: PENDING });
  });

  test('it waits under a code that the person who waits and administrators see alike', async () => {
    const nora = await registerUser(app, 'nora');
    const own = app.client();
    const { headers } = own;
    expect((await own.login(nora, 'otra-clave')).errors).toEqual({});
    headers['user-agent'] = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Firefox/153.0';
    const refusal = await own.login(nora);
    const [code] = refusal.errors.deviceCode ?? [];
    expect(code).toMatch(/^[A-Z2-9]{6}$/);
    expect((await own.login(nora)).errors).toEqual(refusal.errors);
    const [waiting] = await devicesOf(app, nora);
    expect(waiting).toMatchObject({
      deviceCode: code,
      name: 'Firefox en Windows',
      address: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
    const other = await app.client().login(nora);
    expect(other.errors.deviceCode).not.toEqual([code]);
  });

  test('a device that calls itself by an invented name has none', async () => {
    const olga = await registerUser(app, 'olga');
    const invented = app.client();
    invented.headers['user-agent'] = 'Aprobado/1.0 (por TI)';
    await invented.login(olga);
    expect(await devicesOf(app, olga)).toMatchObject([{ name: null }]);
  });

  test('it is recorded once, however often it tries', async () => {
    await Promise.all([device.login(ana), device.login(ana), device.login(ana)]);
    const [recorded, ...others] = await devicesOf(app, ana);
    expect(others).toEqual([]);
    expect(recorded).toMatchObject({ userEmail: ana, offices: [], approvedAt: null });
  });

  test('device:pending reaches administrators when one is recorded, not at its later tries', async () => {
    const live = await app.elena.connect();
    const [newDevice, known] = [app.client(), device];
    await newDevice.login(ana);
    const announced = await live.waitFor('device:pending');
    expect(announced).toMatchObject({ userEmail: ana, offices: [], approvedAt: null });
    await newDevice.login(ana);
    await known.login(ana);
    await live.fence();
    expect(live.all('device:pending')).toHaveLength(1);
    live.close();
  });

  test('device:pending does not reach Diego', async () => {
    const diego = await registerUser(app, 'diego');
    const theirs = app.client();
    await theirs.login(diego);
    const [waiting] = await devicesOf(app, diego);
    await app.elena.call(approveDevice, {
      params: { deviceId: required(waiting, 'waiting').uuid },
    });
    const live = await (await theirs.signIn(diego)).connect();
    await app.client().login(ana);
    await live.fence();
    expect(live.received).toEqual([]);
    live.close();
  });

  test('once approved it comes in, and another device of the same user still waits', async () => {
    const bruno = await registerUser(app, 'bruno');
    const [one, other] = [app.client(), app.client()];
    await one.login(bruno);
    const [waiting] = await devicesOf(app, bruno);
    await app.elena.call(approveDevice, {
      params: { deviceId: required(waiting, 'waiting').uuid },
    });
    expect((await one.login(bruno)).status).toBe(200);
    expect((await other.login(bruno)).status).toBe(403);
  });

  test("a device approved for one user is not approved for another's account", async () => {
    const carla = await registerUser(app, 'carla');
    const body = { email: carla, password: PASSWORD, deviceId: app.elena.deviceId };
    expect(await app.client().request('POST', '/auth/login', body)).toMatchObject({ status: 403 });
  });

  test('a blocked user is told of the block, after a right password alone', async () => {
    const eva = await registerUser(app, 'eva');
    const users = await app.elena.request<{ uuid: string }[]>('GET', `/users/search?email=${eva}`);
    await app.elena.call(blockUser, { params: { userId: firstOf(users.content).uuid } });
    expect(await device.login(eva, 'otra-clave')).toMatchObject({ status: 401 });
    expect(await device.login(eva)).toMatchObject({ status: 403, message: BLOCKED });
    expect(await devicesOf(app, eva)).toEqual([]);
  });

  test('at most 20 devices of a user wait: the oldest goes', async () => {
    const felix = await registerUser(app, 'felix');
    const first = app.client();
    await first.login(felix);
    const [oldest] = await devicesOf(app, felix);
    for (let i = 0; i < 19; i++) await app.client().login(felix);
    expect((await devicesOf(app, felix)).map(({ uuid }) => uuid)).toContain(oldest?.uuid);
    await app.client().login(felix);
    const waiting = await devicesOf(app, felix);
    expect(waiting).toHaveLength(20);
    expect(waiting.map(({ uuid }) => uuid)).not.toContain(oldest?.uuid);
  });

  test("devices that wait by the dozen from one address do not push out the person's own", async () => {
    const proxied = await startApp({ deviceApproval: 'users', trustProxy: true });
    const hugo = await registerUser(proxied, 'hugo');
    const own = proxied.client();
    own.headers['x-forwarded-for'] = '10.0.0.1';
    const { deviceCode } = (await own.login(hugo)).errors;
    for (let i = 0; i < 25; i++) {
      const thief = proxied.client();
      thief.headers['x-forwarded-for'] = '203.0.113.9';
      await thief.login(hugo);
    }
    const waiting = await devicesOf(proxied, hugo);
    expect(waiting).toHaveLength(20);
    expect(waiting.map((device) => device.deviceCode)).toContain(deviceCode?.[0]);
    await proxied.close();
  });

  test('the addresses of one IPv6 network count as one there, and are shown without a port', async () => {
    const proxied = await startApp({ deviceApproval: 'users', trustProxy: true });
    const ines = await registerUser(proxied, 'ines');
    const own = proxied.client();
    own.headers['x-forwarded-for'] = '[2001:db8:1::7]:50123';
    const { deviceCode } = (await own.login(ines)).errors;
    for (let i = 0; i < 25; i++) {
      const thief = proxied.client();
      thief.headers['x-forwarded-for'] = `2001:db8:bad:1::${i.toString(16)}`;
      await thief.login(ines);
    }
    const waiting = await devicesOf(proxied, ines);
    expect(waiting).toHaveLength(20);
    const mine = waiting.find((device) => device.deviceCode === deviceCode?.[0]);
    expect(mine?.address).toBe('2001:db8:1::7');
    await proxied.close();
  });

  test('an address that was recorded with a port is shown without', async () => {
    const jana = await registerUser(app, 'jana');
    await app.client().login(jana);
    await app.ctx.db.run(sql`
      update devices set address = '192.0.2.1:50123'
      where user_id = (select id from users where email = ${jana})`);
    expect((await devicesOf(app, jana)).map(({ address }) => address)).toEqual(['192.0.2.1']);
  });

  test('of many new devices at once 20 wait', async () => {
    const gema = await registerUser(app, 'gema');
    await Promise.all(Array.from({ length: 30 }, () => app.client().login(gema)));
    expect(await devicesOf(app, gema)).toHaveLength(20);
  });

  test("an administrator's new device comes in at once, recorded as approved", async () => {
    const other = await app.client().login(app.elena.email);
    expect(other.status).toBe(200);
    const devices = await devicesOf(app, app.elena.email);
    expect(devices.every(({ approvedAt }) => approvedAt !== null)).toBe(true);
  });
});

test('DEVICE_APPROVAL=off: devices are recorded as approved, and nobody is told', async () => {
  const app = await startApp({ deviceApproval: 'off' });
  const live = await app.elena.connect();
  const ana = await registerPerson(app, 'ana');
  expect(await devicesOf(app, ana.email)).toMatchObject([{ approvedAt: expect.any(String) }]);
  await live.fence();
  expect(live.all('device:pending')).toEqual([]);
  live.close();
  await app.close();
});

test("DEVICE_APPROVAL=all: only the first administrator's first device comes in by itself", async () => {
  const app = await startApp({ deviceApproval: 'all' });
  const [one, other] = await Promise.all([
    app.client().login(app.elena.email),
    app.client().login(app.elena.email),
  ]);
  expect([one.status, other.status]).toEqual([403, 403]);
  expect(one.message).toBe(PENDING);
  const devices = await devicesOf(app, app.elena.email);
  expect(devices.map(({ approvedAt }) => approvedAt !== null)).toEqual([false, false, true]);
  await app.close();
});

test('DEVICE_APPROVAL=all: a device that was rejected waits, even as the only one there was', async () => {
  const app = await startApp({ deviceApproval: 'all' });
  const [first] = await devicesOf(app, app.elena.email);
  await app.elena.call(rejectDevice, { params: { deviceId: required(first, 'first').uuid } });
  expect(await app.elena.login(app.elena.email)).toMatchObject({ status: 403, message: PENDING });
  await app.close();
});
