import { randomUUID } from 'node:crypto';
import { type Database, type Db, sql } from '../../../packages/server/src/db/database.ts';
import { createGroupChat } from '../../../packages/server/src/modules/chat/members/chat-membership.actions.ts';
import { chatHash } from '../../../packages/server/src/modules/chat/store/chats.queries.ts';
import { recountDirectUnread } from '../../../packages/server/src/modules/chat/store/direct-unread.ts';
import { ensureGeneral } from '../../../packages/server/src/modules/directory/groups/groups.actions.ts';
import { insertGroup } from '../../../packages/server/src/modules/directory/groups/groups.queries.ts';
import { joinGroups } from '../../../packages/server/src/modules/directory/groups/participants.actions.ts';
import { insertPeople } from '../../../packages/server/src/modules/directory/users/users.queries.ts';
import { hashPassword } from '../../../packages/server/src/security/passwords.ts';
import { findChats, insertChats, refreshStatistics } from '../../company/bulk.queries.ts';
import { directChat } from '../../company/chats.ts';
import { required } from '../../support/helpers.ts';
import {
  forbidStatistics,
  insertHistories,
  insertMovements,
  insertSessions,
  markIndexed,
} from './company.queries.ts';

export const PASSWORD = 'medida-1234';

interface PlannedGroup {
  members: number[];
  messages: number;
  /** How many movements of each member's mark are known, each past one message; none if nothing is said. */
  movements?: number;
}

/** People are counted from 0; `messages` are said in turns by two of a chat. */
export interface Plan {
  people: number;
  groups: PlannedGroup[];
  directs: { group: number; between: [number, number]; messages: number }[];
}

export interface Person {
  id: number;
  uuid: string;
  email: string;
  token: string;
}

export interface FilledChat {
  uuid: string;
  groupUuid: string;
  members: number[];
}

export interface Company {
  people: Person[];
  /** One for each planned group, in that order. */
  groupChats: FilledChat[];
  directChats: FilledChat[];
}

/** Numbers from `from` on. */
export const range = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);

export interface Filling {
  /** False: the database is told nothing of what was filled in, and finds nothing out by itself. */
  isAnalysed: boolean;
}

/** Fills an empty database with people who are signed in already, their groups and what they have said. */
export async function fillCompany(
  db: Database,
  plan: Plan,
  { isAnalysed }: Filling = { isAnalysed: true },
): Promise<Company> {
  if (!isAnalysed) await forbidStatistics(db);
  await ensureGeneral({ db });
  const refresh = isAnalysed ? refreshStatistics : async () => {};
  const company = await db.transaction((tx) => fill(tx, plan, refresh));
  // As the engine does by itself where people have been at work for a minute.
  if (isAnalysed) await db.run(sql`vacuum analyze`);
  return company;
}

async function fill(tx: Db, plan: Plan, refresh: (tx: Db) => Promise<unknown>): Promise<Company> {
  const people = await register(tx, plan.people);
  const at = (n: number) => required(people[n], `person ${n}`);
  const groups: { id: number; uuid: string }[] = [];
  for (const [n, { members }] of plan.groups.entries()) {
    const named = { uuid: randomUUID(), officeId: null, name: `Grupo ${n}`, description: '' };
    const group = await insertGroup(tx, named);
    await createGroupChat(tx, group);
    await joinGroups(tx, [group.id], members.map(at));
    groups.push(group);
  }
  const groupOf = (n: number) => required(groups[n], `group ${n}`);
  const drafts = plan.directs.map(({ group, between: [one, other] }) =>
    directChat(groupOf(group), [at(one), at(other)]),
  );
  await insertChats(tx, drafts);
  await refresh(tx);
  const chats = await findChats(tx);
  const chatOf = (hash: string) => required(chats.get(hash), `chat ${hash}`);
  const groupChatOf = (n: number) => chatOf(chatHash.group(groupOf(n).uuid));
  await insertHistories(tx, [
    ...plan.groups.map(({ members: [one = 0, other = 0], messages }, n) => ({
      chatId: groupChatOf(n).id,
      between: [at(one).id, at(other).id] as const,
      messages,
    })),
    ...plan.directs.map(({ between: [one, other], messages }, n) => ({
      chatId: chatOf(drafts[n]?.hash ?? '').id,
      between: [at(one).id, at(other).id] as const,
      messages,
    })),
  ]);
  for (const [n, { movements = 0 }] of plan.groups.entries()) {
    if (movements > 0) await insertMovements(tx, groupChatOf(n).id, movements);
  }
  await markIndexed(tx);
  await recountDirectUnread(
    tx,
    people.map(({ id }) => id),
  );
  await refresh(tx);
  return {
    people,
    groupChats: plan.groups.map(({ members }, n) => ({
      uuid: groupChatOf(n).uuid,
      groupUuid: groupOf(n).uuid,
      members,
    })),
    directChats: plan.directs.map(({ group, between }, n) => ({
      uuid: drafts[n]?.uuid ?? '',
      groupUuid: groupOf(group).uuid,
      members: between,
    })),
  };
}

async function register(tx: Db, count: number): Promise<Person[]> {
  const people = range(count).map((n) => ({
    uuid: randomUUID(),
    firstName: 'Persona',
    lastName: String(n),
    email: `persona-${n}@empresa.local`,
    role: 'USER' as const,
    createdAt: new Date(),
    blockedAt: null,
  }));
  const ids = await insertPeople(tx, people, await hashPassword(PASSWORD));
  const known = people.map(({ uuid, email }) => {
    return { id: required(ids.get(uuid), `person ${uuid}`), uuid, email, token: `token-${uuid}` };
  });
  await insertSessions(tx, known);
  return known;
}
