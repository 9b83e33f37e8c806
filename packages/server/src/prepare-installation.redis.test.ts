import { listGroups } from '@chat/contract/groups';
import { listUsers } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../test/installation.ts';
import { startRedis, type TestRedis } from '../test/redis.ts';

let redis: TestRedis;
let place: Installation;
beforeAll(async () => {
  redis = await startRedis();
  place = await createInstallation({ redis: redis.url });
});
afterAll(async () => {
  await place.remove();
  await redis.stop();
});

test('several processes that start at once on empty data make one administrator and one GENERAL', async () => {
  const apps = await Promise.all([place.start(), place.start(), place.start()]);
  for (const { elena } of apps) {
    expect((await elena.call(listUsers, {})).content).toHaveLength(1);
    expect((await elena.call(listGroups, {})).content).toMatchObject([{ name: 'GENERAL' }]);
  }
  await Promise.all(apps.map((app) => app.close()));
});
