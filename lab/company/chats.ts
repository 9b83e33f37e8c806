import { required } from '@chat/contract/checks';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../packages/server/src/db/database.ts';
import { chatHash } from '../../packages/server/src/modules/chat/store/chats.queries.ts';
import { findChats, insertChats, type NewChatRow } from './bulk.queries.ts';
import { noteTexts } from './company.texts.ts';
import { type Dialogue, dialogues } from './dialogues.ts';
import type { Team } from './organisation.ts';
import type { Person } from './people.ts';
import { createDeck, type Random } from './random.ts';

export interface DemoChat {
  id: number;
  members: Person[];
  nextDialogue: () => Dialogue;
}

/** The company's chats by the kind of talk in them. */
export interface DemoChats {
  teams: DemoChat[];
  general: DemoChat;
  direct: DemoChat[];
  personal: DemoChat[];
}

export type Draft = Omit<DemoChat, 'id'> & { row: NewChatRow };

const PAIRS_PER_TEAM = 13;
const NOTE_KEEPERS = 9;

const notes: Dialogue[] = noteTexts.map((text) => [
  { speaker: 'A', text, replyTo: undefined, attachment: undefined },
]);

interface Stored {
  id: number;
  uuid: string;
}

export function directChat(group: Stored, [one, other]: [Stored, Stored]): NewChatRow {
  const [low, high] = one.id < other.id ? [one, other] : [other, one];
  return {
    uuid: uuidv7(),
    kind: 'DIRECT',
    hash: chatHash.direct(group.uuid, low.uuid, high.uuid),
    groupId: group.id,
    lowUserId: low.id,
    highUserId: high.id,
  };
}

export function draftDirect(team: Team, pair: [Person, Person], random: Random): Draft {
  return {
    row: directChat(team, pair),
    members: pair,
    nextDialogue: createDeck(dialogues.direct, random),
  };
}

function draftDirectsOf(team: Team, random: Random): Draft[] {
  const { participants } = team;
  const pairs = participants.flatMap((one, index) =>
    participants.slice(index + 1).map((other): [Person, Person] => [one, other]),
  );
  return random
    .shuffled(pairs)
    .slice(0, PAIRS_PER_TEAM)
    .map((pair) => draftDirect(team, pair, random));
}

function draftPersonal(person: Person, random: Random): Draft {
  return {
    row: {
      uuid: uuidv7(),
      kind: 'PERSONAL',
      hash: chatHash.personal(person.uuid),
      groupId: null,
      lowUserId: person.id,
      highUserId: null,
    },
    members: [person],
    nextDialogue: createDeck(notes, random),
  };
}

const teamDialogues = (team: Team) =>
  team.theme === 'everyone' ? dialogues.everyone : [...dialogues[team.theme], ...dialogues.team];

/** The direct and personal chats of the demonstration. */
export function draftChats(teams: Team[], people: Person[], random: Random) {
  return {
    direct: teams.flatMap((team) => draftDirectsOf(team, random)),
    personal: people.slice(0, NOTE_KEEPERS).map((person) => draftPersonal(person, random)),
  };
}

/** Makes the drafted chats; group chats came with their groups. */
export async function openChats(
  tx: Db,
  teams: Team[],
  { direct, personal }: { direct: Draft[]; personal: Draft[] },
  random: Random,
): Promise<DemoChats> {
  await insertChats(
    tx,
    [...direct, ...personal].map(({ row }) => row),
  );
  const stored = await findChats(tx);
  const withId = ({ row, ...chat }: Draft): DemoChat => ({
    ...chat,
    id: required(stored.get(row.hash), 'chat').id,
  });
  const groupChats = teams.map((team) => ({
    id: required(stored.get(chatHash.group(team.uuid)), 'group chat').id,
    members: team.participants,
    nextDialogue: createDeck(teamDialogues(team), random),
  }));
  return {
    teams: groupChats.slice(0, -1),
    general: required(groupChats.at(-1), 'group chat'),
    direct: direct.map(withId),
    personal: personal.map(withId),
  };
}
