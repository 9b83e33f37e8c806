import { type Database, sql } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import { chatHash } from '../../../packages/server/src/modules/chat/store/chats.queries.ts';
import { findGeneral } from '../../../packages/server/src/modules/directory/groups/groups.queries.ts';
import { joinGroups } from '../../../packages/server/src/modules/directory/groups/participants.actions.ts';
import { findChats } from '../../company/bulk.queries.ts';
import { required } from '../../support/helpers.ts';
import type { CompanyPage, WrittenChat } from '../load/comeback-steps.ts';
import type { Target } from '../load/jobs.ts';
import { insertHistories } from '../support/company.queries.ts';
import { type Company, fillCompany, type Plan, range } from '../support/company.ts';
import { FILLING } from '../support/server.ts';

const TEAM = 50;
const TEAM_MESSAGES = 50;
const DIRECT_MESSAGES = 5;
const GENERAL_MESSAGES = 200;
/** Everybody writes with the next ones of their team. */
const NEIGHBOURS = 2;
/** Far below those of one address that may be on their way in at once. */
const OFFICE = 250;
/** Every so manieth page shows the list of GENERAL, the others that of their team. */
const SHOWS_GENERAL = 100;
/** The direct chats of one person in a group of as many. */
const CHATS = 300;

/** Teams, pairs in them, and a group in which the first person has written with everybody. */
function planOf(people: number): Plan {
  const teams = range(Math.ceil(people / TEAM)).map((team) =>
    range(Math.min(TEAM, people - team * TEAM), team * TEAM),
  );
  const friends = Math.min(CHATS, people - 1);
  const pairs = teams.flatMap((members, group) =>
    members.flatMap((one, n) =>
      members.slice(n + 1, n + 1 + NEIGHBOURS).map((other) => pairOf(group, one, other)),
    ),
  );
  return {
    people,
    groups: [
      ...teams.map((members) => ({ members, messages: TEAM_MESSAGES })),
      { members: range(friends + 1), messages: TEAM_MESSAGES },
    ],
    directs: [...pairs, ...range(friends, 1).map((other) => pairOf(teams.length, 0, other))],
  };
}

const pairOf = (group: number, one: number, other: number): Plan['directs'][number] => {
  return { group, between: [one, other], messages: DIRECT_MESSAGES };
};

/** A filled database, and what its people look at. */
export interface WholeCompany {
  pages: CompanyPage[];
  general: WrittenChat;
  /** The group chats that pages show, with somebody who writes there. */
  shown: WrittenChat[];
  /** Between two people of a team each. */
  directs: Target[];
  /** The first person's list of a group of 300, and where others write to them. */
  wide: { list: string; token: string; directs: Target[] };
  generalList: string;
}

/** Fills an empty database with people who are all in GENERAL and in teams, and signed in. */
export async function fillWholeCompany(databaseUrl: string, people: number): Promise<WholeCompany> {
  const place = { databaseUrl, dataDir: '' };
  const db = await openDatabase(place, console.error, FILLING);
  try {
    const company = await fillCompany(db, planOf(people));
    return viewsOf(company, await gatherInGeneral(db, company));
  } finally {
    await db.close();
  }
}

interface General {
  uuid: string;
  chatUuid: string;
}

async function gatherInGeneral(db: Database, { people }: Company): Promise<General> {
  const [one = { id: 0 }, other = { id: 0 }] = people;
  const general = required(await findGeneral(db), 'GENERAL');
  await db.transaction((tx) => joinGroups(tx, [general.id], people));
  const chat = required((await findChats(db)).get(chatHash.group(general.uuid)), 'its chat');
  const between = [one.id, other.id] as const;
  await insertHistories(db, [{ chatId: chat.id, between, messages: GENERAL_MESSAGES }]);
  await db.run(sql`vacuum analyze`);
  return { uuid: general.uuid, chatUuid: chat.uuid };
}

const listOf = (groupUuid: string) => `/api/groups/${groupUuid}/chats`;
const messagesOf = (chatUuid: string) => `/api/chats/${chatUuid}/messages`;

function viewsOf({ people, groupChats, directChats }: Company, general: General): WholeCompany {
  const tokenOf = (n = 0) => required(people[n], 'person').token;
  const written = (chatId: string, writer = 0): WrittenChat => {
    return { chatId, path: messagesOf(chatId), token: tokenOf(writer) };
  };
  const inGeneral = written(general.chatUuid);
  const teams = groupChats.slice(0, -1);
  const wide = required(groupChats.at(-1), 'wide group');
  const isWide = ({ groupUuid }: { groupUuid: string }) => groupUuid === wide.groupUuid;
  const pages = people.map(({ uuid, token }, n): CompanyPage => {
    const team = required(teams[Math.floor(n / TEAM)], 'team');
    const isGeneral = n % SHOWS_GENERAL === SHOWS_GENERAL - 1;
    const shownChat = isGeneral ? general.chatUuid : team.uuid;
    return {
      token,
      userId: uuid,
      address: `127.0.1.${1 + Math.floor(n / OFFICE)}`,
      list: listOf(isGeneral ? general.uuid : team.groupUuid),
      shownChat,
      beside: ['/api/groups/me', messagesOf(shownChat)],
    };
  });
  const target = ({ uuid, members }: (typeof directChats)[number], writer: number): Target => {
    return { path: messagesOf(uuid), token: tokenOf(members[writer]) };
  };
  return {
    pages,
    general: inGeneral,
    shown: [inGeneral, ...teams.map(({ uuid, members }) => written(uuid, members[0]))],
    directs: directChats.filter((chat) => !isWide(chat)).map((chat) => target(chat, 0)),
    wide: {
      list: listOf(wide.groupUuid),
      token: tokenOf(),
      directs: directChats.filter(isWide).map((chat) => target(chat, 1)),
    },
    generalList: listOf(general.uuid),
  };
}
