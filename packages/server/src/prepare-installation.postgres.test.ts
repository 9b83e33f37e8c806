import { listGroups } from '@chat/contract/groups/groups.routes';
import { listUsers } from '@chat/contract/users/users.routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../test/installation.ts';

let place: Installation;
beforeAll(async () => {
  place = await createInstallation();
});
afterAll(() => place.remove());

test('several processes that start at once on empty data make one administrator and one GENERAL', async () => {
  const apps = await Promise.all([place.start(), place.start(), place.start()]);
  for (const { elena } of apps) {
    expect((await elena.call(listUsers, {})).content).toHaveLength(1);
    expect((await elena.call(listGroups, {})).content).toMatchObject([{ name: 'GENERAL' }]);
  }
  await Promise.all(apps.map((app) => app.close()));
});
