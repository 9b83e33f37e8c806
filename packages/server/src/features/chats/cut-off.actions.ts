import type { Context } from '../../context.ts';
import { logUnlessAway } from '../../db/outage.ts';
import { every, type Repeated } from '../../every.ts';
import { chatOfRoom, chatRoom } from '../../realtime/rooms.ts';
import { findFormerMembers } from './members.queries.ts';

const FOLLOW_MS = 500;

async function leaveLostRooms({ db, realtime }: Context): Promise<void> {
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
export function followMembersWhileCutOff(ctx: Context): Repeated {
  const leave = async () => {
    if (ctx.realtime.isCutOff()) await leaveLostRooms(ctx);
  };
  return every(FOLLOW_MS, leave, logUnlessAway(ctx.log, 'members were not followed'));
}
