import { getDirectChat, listGroupChats } from '@chat/contract/chats';
import { createGroup, type Group } from '@chat/contract/groups';
import { personForm } from '../../../packages/server/test/cast.ts';
import { administrator } from '../../machines/application.ts';
import { required } from '../../support/helpers.ts';
import { PatientClient } from './patient-client.ts';

const GROUP_SIZE = 4;

export interface Person {
  client: PatientClient;
  group: Group;
  /** The group's chat, and their direct ones there. */
  chats: string[];
}

/** People in groups of four, each pair of a group with its direct chat. */
export async function gather(url: string, count: number): Promise<Person[]> {
  const boss = new PatientClient(url);
  await boss.signIn(administrator.email, administrator.password);
  const clients: PatientClient[] = [];
  // One after the other: signing in is made slow on purpose.
  for (let i = 0; i < count; i++) clients.push(await register(boss, url, `persona-${i}`));
  const people: Person[] = [];
  for (let first = 0; first < count; first += GROUP_SIZE) {
    people.push(...(await seat(boss, clients.slice(first, first + GROUP_SIZE), first)));
  }
  return people;
}

export async function register(
  boss: PatientClient,
  url: string,
  name: string,
): Promise<PatientClient> {
  const email = `${name}@empresa.local`;
  const { status, message } = await boss.request('POST', '/users', personForm(email));
  if (status !== 201) throw new Error(`${name} was not registered: ${message}`);
  return new PatientClient(url).signIn(email);
}

async function seat(boss: PatientClient, members: PatientClient[], first: number) {
  const body = { name: `Equipo ${first}`, userUuids: members.map(({ uuid }) => uuid) };
  const { content: group } = await boss.call(createGroup, { body });
  const seats = members.map((client): Person => ({ client, group, chats: [] }));
  const params = { groupId: group.uuid };
  for (const { client, chats } of seats) {
    const { content } = await client.call(listGroupChats, { params });
    chats.push(required(content[0]?.chatUuid ?? undefined, 'chat of the group'));
  }
  for (const [index, one] of seats.entries()) {
    for (const other of seats.slice(index + 1)) await introduce(one, other);
  }
  return seats;
}

async function introduce(one: Person, other: Person): Promise<void> {
  const params = { userId: other.client.uuid, groupId: one.group.uuid };
  const { content } = await one.client.call(getDirectChat, { params });
  one.chats.push(content.uuid);
  other.chats.push(content.uuid);
}
