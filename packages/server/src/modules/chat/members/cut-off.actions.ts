import { logUnlessTransient } from '../../../db/outage.ts';
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

/** While other processes cannot tell whom they removed, the database is asked, so that nobody hears on for more than a second. */
export function followMembersWhilePartitioned(ctx: ChatContext): Repeated {
  const leave = async () => {
    if (ctx.realtime.isPartitioned()) await leaveLostRooms(ctx);
  };
  return every(FOLLOW_MS, leave, logUnlessTransient(ctx.log, 'members were not followed'));
}
