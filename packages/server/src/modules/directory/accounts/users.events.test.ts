import { blockUser, unblockUser, updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast, registerPerson } from '../../../../test/cast.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';

let app: TestApp;
let cast: Cast;
let elena: LiveClient;
let diego: LiveClient;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  [elena, diego] = await Promise.all([cast.elena.connect(), cast.diego.connect()]);
});
afterAll(() => app.close());

const changeOf = (userId: string) =>
  elena.waitFor('user:changed', (payload) => payload.userId === userId);

test('a block, an unblock and an edit reach administrators, and not Diego', async () => {
  const params = { userId: cast.carla.uuid };
  for (const change of [
    () => app.elena.call(blockUser, { params }),
    () => app.elena.call(unblockUser, { params }),
    () =>
      app.elena.call(updateUser, {
        params,
        body: { firstName: 'Carla', lastName: 'Nueva', email: cast.carla.email },
      }),
  ]) {
    elena.forget();
    expect((await change()).status).toBe(200);
    expect(await changeOf(cast.carla.uuid)).toEqual({ userId: cast.carla.uuid });
  }
  await diego.fence();
  expect(diego.all('user:changed')).toEqual([]);
});

test('a registration reaches administrators', async () => {
  const nuria = await registerPerson(app, 'nuria');
  expect(await changeOf(nuria.uuid)).toEqual({ userId: nuria.uuid });
});
