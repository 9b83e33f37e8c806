import { logUnlessTransient } from '../../../db/faults.ts';
import { chatOfRoom, chatRoom } from '../../../realtime/rooms.ts';
import { every, type Repeated } from '../../../shared/every.ts';
import type { ChatContext } from '../context.ts';
import { findFormerMembers } from '../store/members.queries.ts';

const FOLLOW_MS = 500;

async function leaveLostRooms({ db, realtime }: ChatContext): Promise<void> {
  const pairs = realtime.liveRooms().flatMap(({ userUuid, rooms }) =>
    [...rooms].flatMap((room) => {
      const chatUuid = chatOfRoom(room);
      return chatUuid ? [{ userUuid, chatUuid }] : [];
    }),
  );
  if (pairs.length === 0) return;
  for (const { userUuid, chatUuid } of await findFormerMembers(db, pairs))
    realtime.leave([userUuid], chatRoom(chatUuid));
}

/**
 * Asks the database while this process is cut off from others, so that removed members hear no chat for over a second.
 */
export function followMembersWhilePartitioned(ctx: ChatContext): Repeated {
  const leave = async () => {
    if (ctx.realtime.isPartitioned()) await leaveLostRooms(ctx);
  };
  return every(FOLLOW_MS, leave, logUnlessTransient(ctx.log, 'members were not followed'));
}
