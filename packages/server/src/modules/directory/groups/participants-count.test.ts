import {
  addGroupParticipants,
  assignPermissions,
  deleteGroup,
  type Group,
  listGroupParticipants,
  listGroups,
  removeGroupParticipant,
} from '@chat/contract/groups';
import { deleteUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, registerPerson, registerUser } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { eachOf } from '../../../../test/each-of.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const add = (group: Group, people: Client[]) =>
  app.elena.call(addGroupParticipants, {
    params: { groupId: group.uuid },
    body: { userIds: people.map(({ uuid }) => uuid) },
  });

const remove = (group: Group, { uuid }: Client) =>
  app.elena.call(removeGroupParticipant, { params: { groupId: group.uuid, userId: uuid } });

/** The participant count of each existing group, and the number of its listed participants. */
async function countsAndPeople(): Promise<[number, number][]> {
  const { content } = await app.elena.call(listGroups, {});
  const counts = content.map(async ({ uuid, participantsCount }): Promise<[number, number]> => {
    const people = await app.elena.call(listGroupParticipants, { params: { groupId: uuid } });
    return [participantsCount, people.content.length];
  });
  return Promise.all(counts);
}

test('the number of participants stays theirs, whoever joins and leaves at once', async () => {
  const people = await eachOf(['ana', 'bruno', 'carla', 'diego'], (name) =>
    registerPerson(app, name),
  );
  const [ana, bruno, carla, diego] = people;
  const norte = await createGroupOf(app, 'Norte', people);
  const sur = await createGroupOf(app, 'Sur', people);
  const este = await createGroupOf(app, 'Este', []);
  const brief = await createGroupOf(app, 'Breve', people);

  const uuids = [este.uuid, sur.uuid, norte.uuid];
  const registered = [
    registerUser(app, 'eva', { groupUuids: uuids }),
    registerUser(app, 'fer', { groupUuids: uuids.toReversed() }),
  ];
  const replies = await Promise.all([
    add(este, people),
    add(este, [diego, ana]),
    remove(norte, ana),
    remove(norte, ana),
    remove(sur, bruno),
    add(sur, [bruno, carla]),
    app.elena.call(deleteUser, { params: { userId: carla.uuid } }),
    app.elena.call(deleteUser, { params: { userId: diego.uuid } }),
    app.elena.call(deleteGroup, { params: { groupId: brief.uuid } }),
    remove(brief, ana),
    add(brief, [bruno]),
    app.elena.call(assignPermissions, {
      params: { userId: diego.uuid },
      body: { groupIds: uuids },
    }),
  ]);

  await Promise.all(registered);
  for (const { status } of replies) expect(status).toBeLessThan(500);
  for (const [count, listed] of await countsAndPeople()) expect(count).toBe(listed);
});
