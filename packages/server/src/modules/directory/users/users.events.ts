import { administratorsRoom } from '../../../realtime/rooms.ts';
import type { ChatContext } from '../../chat/context.ts';

/** To administrators, whose lists show them. */
export function announceUserChanged(ctx: Pick<ChatContext, 'realtime'>, userId: string): void {
  ctx.realtime.publish(administratorsRoom, 'user:changed', { userId });
}
