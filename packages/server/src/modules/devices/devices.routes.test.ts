import { required } from '@chat/contract/checks';
import {
  approveDevice,
  listDevices,
  type PendingDevice,
  rejectDevice,
} from '@chat/contract/devices';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../test/cast.ts';
import { expectUnknownIds } from '../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

async function devices(search?: string): Promise<PendingDevice[]> {
  const reply = await app.elena.call(
    listDevices,
    search === undefined ? {} : { query: { search } },
  );
  return reply.content;
}

const approve = (deviceId: string) => app.elena.call(approveDevice, { params: { deviceId } });
const reject = (deviceId: string) => app.elena.call(rejectDevice, { params: { deviceId } });

/** A waiting device of Ana, as if recorded while approval was required. */
async function waitingDevice(): Promise<PendingDevice> {
  const known = new Set((await devices('ana@')).map(({ uuid }) => uuid));
  Object.assign(app.ctx.config, { deviceApproval: 'users' });
  const reply = await app.client().login(cast.ana.email);
  Object.assign(app.ctx.config, { deviceApproval: 'off' });
  expect(reply.status).toBe(403);
  return required(
    (await devices('ana@')).find(({ uuid }) => !known.has(uuid)),
    'pending device',
  );
}

describe('who may', () => {
  test('an id that names no device is 404', () =>
    expectUnknownIds(app.elena, [[approveDevice], [rejectDevice]]));
});

describe('listing', () => {
  test("a device tells its user's e-mail and the offices of their groups", async () => {
    const waiting = await waitingDevice();
    expect(waiting).toEqual({
      uuid: expect.any(String),
      userEmail: 'ana@empresa.local',
      offices: ['Madrid'],
      name: null,
      address: expect.any(String),
      deviceCode: expect.stringMatching(/^[A-Z2-9]{6}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      approvedAt: null,
    });
    const [diego] = await devices('diego@');
    expect(diego).toMatchObject({ offices: [], approvedAt: expect.any(String) });
  });

  test('waiting devices come first, then the newest', async () => {
    const older = await waitingDevice();
    const newer = await waitingDevice();
    const listed = await devices();
    expect(listed.slice(0, 2).map(({ uuid }) => uuid)).toEqual([newer.uuid, older.uuid]);
    const approvals = listed.map(({ approvedAt }) => approvedAt !== null);
    expect(approvals).toEqual([...approvals].sort());
    const approved = listed.filter(({ approvedAt }) => approvedAt !== null);
    const times = approved.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('the search finds part of an e-mail whatever the case, and nothing stands for anything', async () => {
    const emails = async (text: string) =>
      new Set((await devices(text)).map(({ userEmail }) => userEmail));
    expect(await emails(' RUNO@ ')).toEqual(new Set(['bruno@empresa.local']));
    expect(await emails('')).toContain('elena@empresa.local');
    for (const text of ['%', '_', '\\', 'a%o']) expect(await emails(text)).toEqual(new Set());
  });

  test.each([
    ['with NUL', '%00'],
    ['too long', 'x'.repeat(255)],
  ])('a search that is %s is refused', async (_, text) => {
    const reply = await app.elena.request('GET', `/admin/devices/pending?search=${text}`);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['search']);
  });
});

describe('approving', () => {
  test('an approved device keeps its first approval', async () => {
    const { uuid } = await waitingDevice();
    const first = await approve(uuid);
    expect(first).toMatchObject({ status: 200, content: { uuid, approvedAt: expect.any(String) } });
    const second = await approve(uuid);
    expect(second).toMatchObject({ status: 200, content: first.content });
  });
});

describe('rejecting', () => {
  test('a waiting device goes', async () => {
    const { uuid } = await waitingDevice();
    expect(await reject(uuid)).toMatchObject({ status: 200, content: null });
    expect((await devices()).map((device) => device.uuid)).not.toContain(uuid);
    expect((await reject(uuid)).status).toBe(404);
  });

  test('at once by several administrators is done by one of them; to the others it is absent', async () => {
    const { uuid } = await waitingDevice();
    const replies = await Promise.all([reject(uuid), reject(uuid), reject(uuid), reject(uuid)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });

  test("an approved device's sessions end at once, and the user's other ones stay", async () => {
    const known = new Set((await devices('bruno@')).map(({ uuid }) => uuid));
    const phone = await app.signIn(cast.bruno.email);
    const live = await phone.connect();
    const device = (await devices('bruno@')).find(({ uuid }) => !known.has(uuid));
    await reject(device?.uuid ?? '');
    expect((await phone.call(getCurrentUser, {})).status).toBe(401);
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'device' });
    await live.closed();
    expect((await cast.bruno.call(getCurrentUser, {})).status).toBe(200);
  });
});

describe('a new device that waits', () => {
  test('reaches administrators as device:pending and does not reach Diego', async () => {
    const [elena, diego] = await Promise.all([app.elena.connect(), cast.diego.connect()]);
    const waiting = await waitingDevice();
    expect(await elena.waitFor('device:pending')).toEqual(waiting);
    await diego.fence();
    expect(diego.all('device:pending')).toEqual([]);
    elena.close();
    diego.close();
  });
});
