import type { NewReactionRow } from '../../modules/chat/store/bulk-messages.queries.ts';
import type { DemoChat } from './chats.ts';
import type { Histories, Spoken } from './conversations.ts';
import type { Random } from './random.ts';

const EMOJIS = ['👍', '👍', '👍', '❤️', '😂', '😮', '👏', '🎉'];
const SHARE = { words: 0.08, shown: 0.7 };
const MAX_EACH = 3;
const MINUTE_MS = 60_000;

/** Some of those who were there some minutes later, most with the same emoji. */
function reactionsTo(message: Spoken, chat: DemoChat, random: Random): NewReactionRow[] {
  const reactedAt = new Date(message.createdAt.getTime() + random.int(1, 25) * MINUTE_MS);
  const others = chat.members.filter(
    ({ id, activeUntil }) => id !== message.senderId && activeUntil >= reactedAt,
  );
  const emoji = random.pick(EMOJIS);
  return random
    .shuffle(others)
    .slice(0, random.int(1, MAX_EACH))
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
