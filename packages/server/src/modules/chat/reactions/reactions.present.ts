import type { Reaction } from '@chat/contract/reactions';
import type { Viewer } from '../../../http/viewer.ts';

export function presentReaction(user: Viewer, emoji: string, reactedAt: Date): Reaction {
  return {
    userUuid: user.uuid,
    userEmail: user.email,
    emoji,
    reactedAt: reactedAt.toISOString(),
  };
}
