import { required } from '@chat/contract/checks';
import { v7 as uuidv7 } from 'uuid';
import { type AttachmentName, typeOfAttachment } from './attachments.ts';
import type { NewMessageRow } from './bulk.queries.ts';
import type { DemoChat, DemoChats } from './chats.ts';
import { slotTexts } from './dialogues/shared.texts.ts';
import { type Dialogue, shownDialogues } from './dialogues.ts';
import type { Person } from './people.ts';
import { createDeck, type Random } from './random.ts';

/** A message with the name of its attachment, which is stored afterwards. */
export interface Spoken extends NewMessageRow {
  attachment: AttachmentName | undefined;
}

/** The messages of each chat so far, in order. */
export type Histories = Map<DemoChat, Spoken[]>;

const SECOND_MS = 1000;
const REST_MS = 180 * SECOND_MS;

/** Answers come within a minute or so, some take longer. */
function pause(random: Random): number {
  const seconds = random.chance(0.8) ? random.between(15, 100) : random.between(120, 420);
  return seconds * SECOND_MS + random.between(0, 999);
}

function pickChat(chats: DemoChats, random: Random): DemoChat {
  const dice = random.between(1, 100);
  if (dice <= 41) return random.pick(chats.teams);
  if (dice <= 45) return chats.general;
  return dice <= 94 ? random.pick(chats.direct) : random.pick(chats.personal);
}

const isActive = (person: Person, moment: Date) => person.activeUntil >= moment;

/** The people who speak as A, B, C, D. In a direct chat the other one stays in, even when they are away. */
function castOf(
  chat: DemoChat,
  dialogue: Dialogue,
  moment: Date,
  random: Random,
): Map<string, Person> | undefined {
  const present = random.shuffled(chat.members.filter((person) => isActive(person, moment)));
  const others = chat.members.length > 2 ? [] : chat.members.filter((m) => !present.includes(m));
  const speakers = [...new Set(dialogue.map(({ speaker }) => speaker))].sort();
  if (present.length === 0 || present.length + others.length < speakers.length) return undefined;
  const cast = [...present, ...others];
  return new Map(speakers.map((speaker, index) => [speaker, required(cast[index], speaker)]));
}

/**
 * Adds at most `most` of a dialogue's messages to the history, until somebody who is away would have to answer or
 * `now` is reached.
 */
export function playDialogue(
  chat: DemoChat,
  history: Spoken[],
  { begins, now, most }: { begins: Date; now: Date; most?: number },
  random: Random,
): void {
  const dialogue = chat.nextDialogue();
  const cast = castOf(chat, dialogue, begins, random);
  if (!cast) return;
  const names = [...cast].flatMap(([speaker, { firstName, email }]): [string, string][] => [
    [speaker, firstName],
    [`mencion${speaker}`, `@${email}`],
  ]);
  const fill = createSlots(begins, random, new Map(names));
  const rested = (history.at(-1)?.createdAt.getTime() ?? 0) + REST_MS;
  let time = Math.max(begins.getTime(), rested);
  const first = history.length;
  for (const { speaker, text, replyTo, attachment } of dialogue.slice(0, most)) {
    const sender = required(cast.get(speaker), speaker);
    if (!isActive(sender, begins) || time >= now.getTime()) return;
    history.push({
      uuid: uuidv7({ msecs: time }),
      chatId: chat.id,
      seq: history.length + 1,
      senderId: sender.id,
      type: attachment ? typeOfAttachment(attachment) : 'TEXT',
      content: fill(text),
      attachment,
      replyToUuid: replyTo === undefined ? null : (history[first + replyTo]?.uuid ?? null),
      createdAt: new Date(time),
    });
    time += pause(random);
  }
}

const RECENTLY_MS = 12 * 86_400_000;

/** Gives a chat its next dialogue; now and then, and oftener of late, one in which something is shown. */
function createShowing(chats: DemoChats, now: Date, random: Random) {
  const team = createDeck(shownDialogues.team, random);
  const direct = createDeck(shownDialogues.direct, random);
  return (chat: DemoChat, moment: Date): DemoChat => {
    const isRecent = now.getTime() - moment.getTime() < RECENTLY_MS;
    if (chats.teams.includes(chat) && random.chance(isRecent ? 0.2 : 0.02)) {
      return { ...chat, nextDialogue: team };
    }
    const isShown = chats.direct.includes(chat) && random.chance(isRecent ? 0.1 : 0.01);
    return isShown ? { ...chat, nextDialogue: direct } : chat;
  };
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
  const showing = createShowing(chats, now, random);
  for (const moment of moments) {
    const chat = pickChat(chats, random);
    const history = required(histories.get(chat), 'history');
    playDialogue(showing(chat, moment), history, { begins: moment, now }, random);
  }
  return histories;
}

const PLATE_LETTERS = ['BCD', 'KLM', 'GHT', 'LVR', 'MDS'];
const MINUTES = ['00', '15', '30', '45'];
const WORKDAY = { opens: 9, hours: 10 };

/** Some hours ahead of `moment`, inside the working day. */
function hourAfter(moment: Date, hours: number, random: Random): string {
  const hour = WORKDAY.opens + ((moment.getHours() - WORKDAY.opens + hours) % WORKDAY.hours);
  return slotTexts.hora(Math.max(hour, WORKDAY.opens), random.pick(MINUTES));
}

function otherDay(moment: Date, random: Random): string {
  const today = slotTexts.dia[moment.getDay() - 1];
  return random.pick(slotTexts.dia.filter((day) => day !== today));
}

type Draw = (moment: Date, random: Random) => string;

const draws: Record<string, Draw> = {
  cliente: (_, random) => random.pick(slotTexts.cliente),
  contacto: (_, random) => random.pick(slotTexts.contacto),
  documento: (_, random) => random.pick(slotTexts.documento),
  lugar: (_, random) => random.pick(slotTexts.lugar),
  producto: (_, random) => random.pick(slotTexts.producto),
  dia: otherDay,
  mes: (moment) => slotTexts.mes[(moment.getMonth() + 11) % 12] ?? '',
  hora: (moment, random) => hourAfter(moment, random.between(1, 2), random),
  hora2: (moment, random) => hourAfter(moment, random.between(3, 5), random),
  importe: (_, random) =>
    slotTexts.importe(random.between(2, 48), String(random.between(0, 99) * 10).padStart(3, '0')),
  porcentaje: (_, random) => slotTexts.porcentaje(random.between(3, 15)),
  matricula: (_, random) =>
    slotTexts.matricula(random.between(1000, 9899), random.pick(PLATE_LETTERS)),
  numero: (_, random) => String(random.between(3100, 8900)),
  cantidad: (_, random) => String(random.between(6, 60)),
  minutos: (_, random) => String(random.between(2, 8) * 5),
};

/** `{cliente2}` is drawn like `{cliente}`, but is another one. */
function draw(name: string, drawn: Map<string, string>, moment: Date, random: Random): string {
  const kind = name in draws ? name : name.replace(/\d$/, '');
  const drawOne = draws[kind];
  if (!drawOne) throw new Error(`No dialogue may name {${name}}`);
  for (;;) {
    const value = drawOne(moment, random);
    if (kind === name || value !== drawn.get(kind)) return value;
  }
}

/** Fills the slots of one dialogue at `moment`: the same name stands for the same thing throughout. */
function createSlots(moment: Date, random: Random, drawn = new Map<string, string>()) {
  return (text: string): string => {
    const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = drawn.get(name) ?? draw(name, drawn, moment, random);
      drawn.set(name, value);
      return value;
    });
    const contracted = filled.replace(/\b(a|de) el /gi, '$1l ');
    return contracted.charAt(0).toUpperCase() + contracted.slice(1);
  };
}
