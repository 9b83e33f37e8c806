import type { Reaction } from '@chat/contract/reactions';

export interface ReactionCount {
  emoji: string;
  count: number;
  /** The viewer is among them. */
  isOwn: boolean;
}

/** One line for each emoji, in the order they were first used. */
export function countReactions(reactions: readonly Reaction[], viewerId: string): ReactionCount[] {
  const counts = new Map<string, ReactionCount>();
  for (const { emoji, userUuid } of reactions) {
    const before = counts.get(emoji) ?? { emoji, count: 0, isOwn: false };
    const isOwn = before.isOwn || userUuid === viewerId;
    counts.set(emoji, { emoji, count: before.count + 1, isOwn });
  }
  return [...counts.values()];
}

/** Under a message of a large group stand so many emojis at most. */
export const MAX_SHOWN = 20;

/** The first ones, and always the viewer's; `hidden` tells how many reactions the others are. */
export function shownReactions(counts: ReactionCount[]): {
  shown: ReactionCount[];
  hidden: number;
} {
  const shown = counts.filter(({ isOwn }, place) => place < MAX_SHOWN || isOwn);
  const all = (some: ReactionCount[]) => some.reduce((sum, { count }) => sum + count, 0);
  return { shown, hidden: all(counts) - all(shown) };
}

export const reactionOf = (
  reactions: readonly Reaction[],
  viewerId: string,
): Reaction | undefined => reactions.find(({ userUuid }) => userUuid === viewerId);
