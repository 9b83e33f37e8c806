import type { Message } from '../messages/messages.schema.ts';
import type { ReactionEvent } from './reactions.events.ts';
import type { Reaction } from './reactions.schema.ts';

const inOrder = (one: Reaction, other: Reaction) =>
  one.reactedAt === other.reactedAt
    ? compare(one.userUuid, other.userUuid)
    : compare(one.reactedAt, other.reactedAt);

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** `message:reacted`: a user's emoji on a message replaces their earlier one; null takes it off (rules/reactions 2, 7). */
export function applyReaction(messages: readonly Message[], reaction: ReactionEvent): Message[] {
  return messages.map((message) =>
    message.uuid === reaction.messageId
      ? { ...message, reactions: reactionsAfter(message.reactions, reaction) }
      : message,
  );
}

function reactionsAfter(reactions: readonly Reaction[], reaction: ReactionEvent): Reaction[] {
  const { emoji, senderId, senderEmail, reactedAt } = reaction;
  const others = reactions.filter(({ userUuid }) => userUuid !== senderId);
  if (emoji === null) return others;
  return [...others, { userUuid: senderId, userEmail: senderEmail, emoji, reactedAt }].sort(
    inOrder,
  );
}
