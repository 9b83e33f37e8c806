import { rest } from '../../../jobs/worker.ts';
import type { ChatContext } from '../context.ts';
import { type AgedChat, countAgedIn, findChatsByAge, type Term } from '../store/retain.queries.ts';

export const CHATS_AT_ONCE = 500;
const COUNTED_AT_ONCE = 10_000;
// Counting stops here; above it the text says "more than".
export const MAX_COUNTED = 100_000;

/** In these chats, in pieces: no statement reads more than `COUNTED_AT_ONCE`. */
async function countAgedOf(
  { db }: Pick<ChatContext, 'db'>,
  chats: AgedChat[],
  signal: AbortSignal,
): Promise<number> {
  let messages = 0;
  for (let left = chats; left.length > 0 && messages < MAX_COUNTED && !signal.aborted; ) {
    const since = performance.now();
    const size = Math.floor(COUNTED_AT_ONCE / left.length);
    const counted = await countAgedIn(db, left, size);
    messages += counted.reduce((sum, chat) => sum + chat.messages, 0);
    const goOn = new Set(counted.filter(({ areAll }) => areAll).map(({ id }) => id));
    left = left
      .filter(({ id }) => goOn.has(id))
      .map((chat) => ({ ...chat, agedFrom: chat.agedFrom + size }));
    await rest(since, signal);
  }
  return messages;
}

export const hasAged = (chat: AgedChat | { agedFrom: null }): chat is AgedChat =>
  chat.agedFrom !== null;

/** How many messages are past their time; counting stops at `MAX_COUNTED`. */
export async function countAged(
  ctx: Pick<ChatContext, 'db'>,
  term: Term,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let messages = 0;
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted; ) {
    const chats = await findChatsByAge(ctx.db, after, term, CHATS_AT_ONCE);
    messages += await countAgedOf(ctx, chats.filter(hasAged), signal);
    if (messages >= MAX_COUNTED) return MAX_COUNTED;
    after = chats.at(-1)?.id;
  }
  return messages;
}
