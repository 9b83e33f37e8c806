import type { Context } from '../../context.ts';
import { isDatabaseAway } from '../../db/outage.ts';
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
export function followMembersWhileCutOff(ctx: Context): { close(): Promise<void> } {
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (!ctx.realtime.isCutOff()) return;
    underWay ??= leaveLostRooms(ctx)
      .catch((error) => {
        if (!isDatabaseAway(error)) ctx.log.error({ err: error }, 'members were not followed');
      })
      .finally(() => {
        underWay = undefined;
      });
  }, FOLLOW_MS);
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
