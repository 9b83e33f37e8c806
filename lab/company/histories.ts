import type { Db } from '../../packages/server/src/db/database.ts';
import { recountDirectUnread } from '../../packages/server/src/modules/chat/store/direct-unread.ts';
import { advanceWatermarks } from '../../packages/server/src/modules/chat/store/receipts.queries.ts';
import {
  insertHistories,
  type MarkRow,
  type NewMentionRow,
  type NewMessageRow,
  type NewReactionRow,
  updateAllMarks,
} from './bulk.queries.ts';
import type { DemoChat } from './chats.ts';
import type { Histories, Spoken } from './conversations.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

/** Stores messages and everybody's marks; gives the number of messages. */
export async function storeHistories(tx: Db, histories: Histories): Promise<number> {
  const messages = [...histories.values()].flat();
  messages.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  await insertHistories(tx, messages);
  const marks = marksOf(histories);
  await updateAllMarks(tx, marks);
  await recountDirectUnread(tx, [...new Set(marks.map(({ userId }) => userId))]);
  const chatIds = [...histories.keys()].map(({ id }) => id);
  await advanceWatermarks(tx, chatIds);
  return messages.length;
}

const seqAt = (history: NewMessageRow[], moment: Date): number =>
  history.findLast(({ createdAt }) => createdAt <= moment)?.seq ?? 0;

/** Writing is seeing: the mark is never before what they wrote themselves (rules/receipts 7). */
function markOf(chatId: number, history: NewMessageRow[], person: Person): MarkRow {
  const own = history.findLast(({ senderId }) => senderId === person.id)?.seq ?? 0;
  const seenSeq = Math.max(own, seqAt(history, person.activeUntil));
  const deliveredSeq = Math.max(seenSeq, seqAt(history, person.reachedUntil));
  return { chatId, userId: person.id, deliveredSeq, seenSeq };
}

/** How far each member has got and seen each chat: all of it, unless they have been away. */
function marksOf(histories: Histories): MarkRow[] {
  return [...histories].flatMap(([chat, history]) =>
    chat.members.map((person) => markOf(chat.id, history, person)),
  );
}

/** Whom the messages of group chats call by name, as their text says. */
export function mentionsIn(histories: Histories): NewMentionRow[] {
  return [...histories].flatMap(([chat, history]) =>
    history.flatMap(({ uuid, content }) =>
      chat.members
        .filter(({ email }) => content.includes(`@${email}`))
        .map(({ id }) => ({ messageUuid: uuid, userId: id })),
    ),
  );
}

const EMOJIS = ['👍', '👍', '👍', '❤️', '😂', '😮', '👏', '🎉'];
const SHARE = { words: 0.08, shown: 0.7 };
const MAX_EACH = 3;
const MINUTE_MS = 60_000;

/** Some of those who were there some minutes later, most with the same emoji. */
function reactionsTo(message: Spoken, chat: DemoChat, random: Random): NewReactionRow[] {
  const reactedAt = new Date(message.createdAt.getTime() + random.between(1, 25) * MINUTE_MS);
  const others = chat.members.filter(
    ({ id, activeUntil }) => id !== message.senderId && activeUntil >= reactedAt,
  );
  const emoji = random.pick(EMOJIS);
  return random
    .shuffled(others)
    .slice(0, random.between(1, MAX_EACH))
    .map(({ id }) => ({
      messageUuid: message.uuid,
      userId: id,
      emoji: random.chance(0.7) ? emoji : random.pick(EMOJIS),
      reactedAt,
    }));
}

/** Now and then somebody reacts to what another one said: to pictures more than to words. */
export function planReactions(histories: Histories, now: Date, random: Random): NewReactionRow[] {
  return [...histories]
    .flatMap(([chat, history]) =>
      history
        .filter(({ attachment }) => random.chance(attachment ? SHARE.shown : SHARE.words))
        .flatMap((message) => reactionsTo(message, chat, random)),
    )
    .filter(({ reactedAt }) => reactedAt < now);
}
