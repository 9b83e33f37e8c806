import { type Database, sql } from '../../../packages/server/src/db/database.ts';
import type { Random } from '../../company/random.ts';
import { required } from '../../support/helpers.ts';
import {
  type ChatWithMembers,
  findChatsWithMembers,
  insertMessages,
  markAllRead,
  type NewMessage,
} from './history.queries.ts';
import { say } from './talk.ts';
import { drawerOf, type Vocabulary } from './vocabulary.ts';

const AT_ONCE = 20_000;
const SPAN_MS = 3 * 365 * 86_400_000;
const FILES = 0.03;

/** More than half is said in groups. */
const IN_GROUPS = 0.55;
/** A few groups and pairs say much, and many say little. */
const weightOf = (n: number) => 1 / (n + 1) ** 0.7;

/** Three years of what a company said, in the order in which it was said: neighbours in time are strangers. */
export async function fillHistory(
  db: Database,
  count: number,
  vocabulary: Vocabulary,
  random: Random,
): Promise<void> {
  const chats = await findChatsWithMembers(db);
  const drawChat = drawerOf(weigh(chats, random));
  const lastSeqs = new Map<number, number>();
  const began = Date.now() - SPAN_MS;
  const draw = (n: number): NewMessage => {
    const { id, members } = required(chats[drawChat(random)], 'chat');
    const seq = (lastSeqs.get(id) ?? 0) + 1;
    lastSeqs.set(id, seq);
    const isFile = random.chance(FILES);
    return {
      chatId: id,
      seq,
      senderId: random.pick(members),
      content: isFile && random.chance(0.5) ? '' : say(vocabulary, random),
      fileName: isFile ? `${vocabulary.draw(random)}-${vocabulary.draw(random)}.pdf` : null,
      createdAt: new Date(began + (n * SPAN_MS) / count),
    };
  };
  for (let first = 0; first < count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first);
    await insertMessages(
      db,
      Array.from({ length: size }, (_, n) => draw(first + n)),
    );
  }
  await markAllRead(
    db,
    [...lastSeqs].map(([chatId, seq]) => ({ chatId, seq })),
  );
  await db.run(sql`vacuum analyze`);
}

function weigh(chats: ChatWithMembers[], random: Random): number[] {
  const groups = chats.filter(({ isGroup }) => isGroup);
  const pairs = random.shuffled(chats.filter(({ isGroup }) => !isGroup));
  const weights = new Map([...weighAll(groups, IN_GROUPS), ...weighAll(pairs, 1 - IN_GROUPS)]);
  return chats.map(({ id }) => weights.get(id) ?? 0);
}

function weighAll(chats: ChatWithMembers[], share: number): [number, number][] {
  const whole = chats.reduce((sum, _, n) => sum + weightOf(n), 0);
  return chats.map(({ id }, n) => [id, (share * weightOf(n)) / whole]);
}
