import { setOwnNotifications } from '@chat/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, createGroupOf, gatherCast } from '../../../test/cast.ts';
import { connectEach } from '../../../test/live-cast.ts';
import type { LiveClient } from '../../../test/socket-client.ts';
import { hoursOn, officeOf, setCompanyHours, setOfficeHours } from '../../../test/working-hours.ts';

const names = ['ana', 'anaToo', 'bruno', 'carla', 'diego', 'elena'] as const;

let app: TestApp;
let cast: Cast;
let live: Record<(typeof names)[number], LiveClient>;
let officeId: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  // Ana, Bruno and Carla are in the office of their group, Bruno in another one, too.
  officeId = cast.ventas.officeId ?? '';
  live = await connectEach(names, { ...cast, anaToo: await app.signIn(cast.ana.email) });
});
beforeEach(async () => {
  await setOfficeHours(app, officeId, null);
  await hearers();
});
afterAll(async () => {
  for (const socket of Object.values(live)) socket.close();
  await app.close();
});

/** The people who got the event since the last time, once for each time. */
async function hearers(): Promise<string[]> {
  await Promise.all(Object.values(live).map((socket) => socket.fence()));
  const receivers = names.flatMap((name) =>
    live[name].all('notifications:changed').map((payload) => {
      expect(payload).toEqual({});
      return name;
    }),
  );
  for (const socket of Object.values(live)) socket.forget();
  return receivers;
}

const office = ['ana', 'anaToo', 'bruno', 'carla'];
const hours = hoursOn([1], '09:00', '17:00');

describe('`notifications:changed` reaches', () => {
  test("of an office's hours the people of its groups, and does not reach Diego", async () => {
    await setOfficeHours(app, officeId, hours);
    expect(await hearers()).toEqual(office);
    await setOfficeHours(app, officeId, null);
    expect(await hearers()).toEqual(office);
  });

  test("of the company's hours those who have no others, and nobody of offices with their own", async () => {
    await setCompanyHours(app, hours);
    expect(await hearers()).toEqual([...names]);
    await setOfficeHours(app, officeId, hours);
    const { officeId: free } = await officeOf(app, [cast.bruno]);
    await hearers();
    await setCompanyHours(app, null);
    // Bruno's second office has the company's.
    expect(await hearers()).toEqual(['bruno', 'diego', 'elena']);
    await setOfficeHours(app, free, hours);
    expect(await hearers()).toEqual(['bruno']);
    await setCompanyHours(app, hours);
    expect(await hearers()).toEqual(['diego', 'elena']);
    await setOfficeHours(app, free, null);
  });

  test('who joins or leaves a group with an office', async () => {
    const { group } = await officeOf(app, [cast.diego]);
    expect(await hearers()).toEqual(['diego']);
    const path = `/groups/${group.uuid}/users`;
    await app.elena.request('POST', path, { userIds: [cast.diego.uuid, cast.ana.uuid] });
    // Diego was there before.
    expect(await hearers()).toEqual(['ana', 'anaToo']);
    await app.elena.request('DELETE', `${path}/${cast.ana.uuid}`);
    expect(await hearers()).toEqual(['ana', 'anaToo']);
    await app.elena.request('DELETE', `/groups/${group.uuid}`);
    expect(await hearers()).toEqual(['diego']);
  });

  test('nobody where a group has no office', async () => {
    const group = await createGroupOf(app, 'Sin oficina', [cast.diego]);
    const path = `/groups/${group.uuid}/users`;
    await app.elena.request('POST', path, { userIds: [cast.ana.uuid] });
    await app.elena.request('DELETE', `${path}/${cast.ana.uuid}`);
    await app.elena.request('DELETE', `/groups/${group.uuid}`);
    expect(await hearers()).toEqual([]);
  });

  test('of an own choice that person alone, on all their devices', async () => {
    await cast.ana.call(setOwnNotifications, { body: { outsideHours: true } });
    expect(await hearers()).toEqual(['ana', 'anaToo']);
  });
});
