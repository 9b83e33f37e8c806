import {
  listGroupParticipants,
  listGroups,
  removePermission,
  updateGroup,
} from '@chat/contract/groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, registerManager } from '../../../../test/cast.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('who manages a group no more does nothing with it, from the very next call', async () => {
  const group = await createGroupOf(app, 'Sin nombre', []);
  const mario = await registerManager(app, 'mario', group);
  const live = await mario.connect();
  const params = { groupId: group.uuid };
  const tries = async () => [
    (await mario.call(listGroups, {})).status,
    (await mario.call(listGroupParticipants, { params })).status,
    (await mario.call(updateGroup, { params, body: { name: 'Suyo' } })).status,
  ];
  expect(await tries()).toEqual([200, 200, 200]);
  await app.elena.call(removePermission, {
    params: { userId: mario.uuid, permissionId: group.uuid },
  });
  await live.waitFor('group:changed', ({ groupId }) => groupId === group.uuid);
  await live.fence();
  live.forget();
  for (const status of await tries()) expect([403, 404]).toContain(status);
  await app.elena.call(updateGroup, { params, body: { name: 'De otros' } });
  await live.fence();
  expect(live.all('group:changed')).toEqual([]);
  live.close();
});
