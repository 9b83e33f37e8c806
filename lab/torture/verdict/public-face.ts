import { isDeepStrictEqual } from 'node:util';
import { type ChatListEntry, listGroupChats } from '@chat/contract/chats';
import { listOwnGroups } from '@chat/contract/groups';
import { listMessages, type Message } from '@chat/contract/messages';
import { type PatientClient, pause } from '../world/patient-client.ts';
import type { Person } from '../world/people.ts';

/** The data that the server gives through its API, read anew. */
export interface PublicFace {
  /** Every chat whole, oldest first. */
  chats: Map<string, Message[]>;
  people: { person: Person; list: ChatListEntry[]; unreadCount: number }[];
}

const TIMEOUT_MS = 60_000;
/** Receipts are gathered for less than half a second. */
const REST_MS = 2_000;

/** Reads until nothing changes any more: receipts of the last messages may still be on their way. */
export async function readRestingFace(people: Person[]): Promise<PublicFace> {
  const deadline = Date.now() + TIMEOUT_MS;
  let face = await readPublicFace(people);
  for (let isResting = false; !isResting && Date.now() < deadline; ) {
    await pause(REST_MS);
    const next = await readPublicFace(people);
    isResting = isDeepStrictEqual(next, face);
    face = next;
  }
  return face;
}

async function readPublicFace(people: Person[]): Promise<PublicFace> {
  const readers = new Map<string, PatientClient>();
  for (const { client, chats } of people) for (const chat of chats) readers.set(chat, client);
  const chats = await Promise.all(
    [...readers].map(
      async ([chatId, client]) => [chatId, await readWhole(client, chatId)] as const,
    ),
  );
  return { chats: new Map(chats), people: await Promise.all(people.map(readPerson)) };
}

async function readWhole(client: PatientClient, chatId: string): Promise<Message[]> {
  const pages: Message[][] = [];
  for (let query = {}; ; ) {
    const { content } = await client.call(listMessages, { params: { chatId }, query });
    const [oldest] = content;
    if (!oldest) return pages.reverse().flat();
    pages.push(content);
    query = { before: oldest.uuid };
  }
}

async function readPerson(person: Person) {
  const { client, group } = person;
  const list = (await client.call(listGroupChats, { params: { groupId: group.uuid } })).content;
  const own = (await client.call(listOwnGroups, {})).content;
  const mine = own.find(({ uuid }) => uuid === group.uuid);
  return { person, list, unreadCount: mine?.unreadCount ?? -1 };
}
