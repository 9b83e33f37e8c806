import { administratorsRoom, chatRoom, userRoom } from '../../../realtime/rooms.ts';
import type { ChatContext } from '../../chat/context.ts';
import type { Audience } from './audiences.queries.ts';

/** To participants, managers and administrators, and to `alsoTo`, who have just joined or left (rules/groups 18). */
export function announceGroupChanged(
  ctx: ChatContext,
  audience: Audience,
  alsoTo: string[] = [],
): void {
  const { groupUuid, chatUuid, managerUuids } = audience;
  const rooms = [
    chatRoom(chatUuid),
    administratorsRoom,
    ...[...managerUuids, ...alsoTo].map(userRoom),
  ];
  ctx.realtime.publish(rooms, 'group:changed', { groupId: groupUuid });
}
