import { required } from '@chat/contract/checks';
import { type DemoChat, type DemoChats, type Draft, draftDirect } from './chats.ts';
import { type Histories, playDialogue } from './conversations.ts';
import type { Team } from './organisation.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

function pickChat(chats: DemoChats, random: Random): DemoChat {
  const dice = random.between(1, 100);
  if (dice <= 10) return chats.general;
  return dice <= 60 || chats.direct.length === 0
    ? random.pick(chats.teams)
    : random.pick(chats.direct);
}

interface Limits {
  moments: Date[];
  now: Date;
  messages: number;
}

/** One dialogue after another, as long as fewer than `messages` are written. */
function createTalk({ now, messages }: Limits, random: Random) {
  const histories: Histories = new Map();
  let left = messages;
  const speak = (chat: DemoChat, moments: Date[], most = left) => {
    const history = histories.get(chat) ?? [];
    histories.set(chat, history);
    const before = history.length;
    const begins = random.pick(moments);
    playDialogue(chat, history, { begins, now, most: Math.min(most, left) }, random);
    left -= history.length - before;
    return history.length > before;
  };
  return { histories, speak, isOver: () => left === 0 };
}

/** Lets every chat speak once before any speaks again, until `messages` are written or nobody finds the time for more. */
export function talkAtLength(chats: DemoChats, limits: Limits, random: Random): Histories {
  const { moments, messages } = limits;
  const everyChat = [chats.general, ...chats.teams, ...chats.direct];
  const share = Math.max(1, Math.floor(messages / everyChat.length));
  const talk = createTalk(limits, random);
  const longAgo = moments.slice(0, 1);
  for (const chat of everyChat) {
    // People who are away now wrote at the beginning.
    if (!talk.speak(chat, moments, share)) talk.speak(chat, longAgo, share);
  }
  for (let tries = messages; tries > 0 && !talk.isOver(); tries--) {
    talk.speak(pickChat(chats, random), moments);
  }
  return talk.histories;
}

const TRIES = 3;

function pairOf(team: Team, random: Random): [Person, Person] | undefined {
  const one = random.pick(team.participants);
  const other = random.pick(team.participants);
  return one === other || !one || !other ? undefined : [one, other];
}

/** Direct chats of two who share a group, half of them in GENERAL (the last team); fewer than `count` when people are too few for so many. */
export function draftAcquaintances(teams: Team[], count: number, random: Random): Draft[] {
  const drafts = new Map<string, Draft>();
  const general = required(teams.at(-1), 'team');
  for (let tries = count * TRIES; tries > 0 && drafts.size < count; tries--) {
    const team = random.chance(0.5) ? general : random.pick(teams);
    const pair = pairOf(team, random);
    if (!pair) continue;
    const draft = draftDirect(team, pair, random);
    drafts.set(draft.row.hash, draft);
  }
  return [...drafts.values()];
}
