import type { Context } from '../../context.ts';
import { administratorsRoom } from '../../realtime/rooms.ts';

/** To administrators, whose lists show him. */
export function announceUserChanged(ctx: Pick<Context, 'realtime'>, userId: string): void {
  ctx.realtime.publish(administratorsRoom, 'user:changed', { userId });
}
