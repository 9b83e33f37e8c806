import { v7 as uuidv7 } from 'uuid';
import type { NewMessageRow } from '../bulk.queries.ts';
import type { DemoChat, DemoChats } from './chats.ts';
import type { Dialogue } from './dialogues.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import { createSlots } from './slots.ts';

/** The messages of each chat so far, in order. */
export type Histories = Map<DemoChat, NewMessageRow[]>;

const SECOND_MS = 1000;
const REST_MS = 180 * SECOND_MS;

/** Answers come within a minute or so, some take longer. */
function pause(random: Random): number {
  const seconds = random.chance(0.8) ? random.int(15, 100) : random.int(120, 420);
  return seconds * SECOND_MS + random.int(0, 999);
}

function pickChat(chats: DemoChats, random: Random): DemoChat {
  const dice = random.int(1, 100);
  if (dice <= 41) return random.pick(chats.teams);
  if (dice <= 45) return chats.general;
  return dice <= 94 ? random.pick(chats.direct) : random.pick(chats.personal);
}

const isActive = (person: Person, moment: Date) => person.activeUntil >= moment;

/** Who speaks as A, B, C, D. In a direct chat the other one stays in, even when he is away. */
function castOf(
  chat: DemoChat,
  dialogue: Dialogue,
  moment: Date,
  random: Random,
): Map<string, Person> | undefined {
  const present = random.shuffle(chat.members.filter((person) => isActive(person, moment)));
  const others = chat.members.length > 2 ? [] : chat.members.filter((m) => !present.includes(m));
  const speakers = [...new Set(dialogue.map(({ speaker }) => speaker))].sort();
  if (present.length === 0 || present.length + others.length < speakers.length) return undefined;
  const cast = [...present, ...others];
  return new Map(speakers.map((speaker, index) => [speaker, cast[index] as Person]));
}

/** Adds at most `most` of a dialogue's messages to the history, until somebody who is away would have to answer or `now` is reached. */
export function playDialogue(
  chat: DemoChat,
  history: NewMessageRow[],
  { begins, now, most }: { begins: Date; now: Date; most?: number },
  random: Random,
): void {
  const dialogue = chat.nextDialogue().slice(0, most);
  const cast = castOf(chat, dialogue, begins, random);
  if (!cast) return;
  const names = [...cast].map(([speaker, { firstName }]): [string, string] => [speaker, firstName]);
  const fill = createSlots(begins, random, new Map(names));
  const rested = (history.at(-1)?.createdAt.getTime() ?? 0) + REST_MS;
  let time = Math.max(begins.getTime(), rested);
  const first = history.length;
  for (const { speaker, text, replyTo } of dialogue) {
    const sender = cast.get(speaker) as Person;
    if (!isActive(sender, begins) || time >= now.getTime()) return;
    history.push({
      uuid: uuidv7({ msecs: time }),
      chatId: chat.id,
      seq: history.length + 1,
      senderId: sender.id,
      content: fill(text),
      replyToUuid: replyTo === undefined ? null : (history[first + replyTo]?.uuid ?? null),
      createdAt: new Date(time),
    });
    time += pause(random);
  }
}

/** Lets the company talk: at each moment a dialogue begins in one of its chats. */
export function holdConversations(
  chats: DemoChats,
  moments: Date[],
  now: Date,
  random: Random,
): Histories {
  const histories: Histories = new Map();
  for (const chat of [...chats.teams, chats.general, ...chats.direct, ...chats.personal]) {
    histories.set(chat, []);
  }
  for (const moment of moments) {
    const chat = pickChat(chats, random);
    playDialogue(chat, histories.get(chat) as NewMessageRow[], { begins: moment, now }, random);
  }
  return histories;
}
