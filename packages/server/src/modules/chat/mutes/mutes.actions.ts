import { type ChatNotifications, setChatNotifications } from '@chat/contract/notifications';
import type { Db } from '../../../db/database.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { userRoom } from '../../../realtime/live-sockets.ts';
import { invalidField, notFound } from '../../../shared/errors.ts';
import { accessMemberChat } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import { presentNotify } from '../lists/chats.actions.ts';
import { findMutes } from '../store/chat-lists.queries.ts';
import { updateNotify } from '../store/members.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';

/** Mutes the chat for the viewer alone, or undoes that; their other devices hear of it (rules/mutes 1). */
async function setNotifications(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  wanted: ChatNotifications,
): Promise<ChatNotifications> {
  const chat = await accessMemberChat(ctx.db, viewer, chatUuid);
  if (chat.kind === 'PERSONAL') throw invalidField('mode', chatTexts.noMuteOfPersonalChat);
  const asked = readNotifications(wanted);
  // Devices of one user may disagree: what is stored last must be announced last.
  return ctx.runSerially(`notifications:${chatUuid}:${viewer.uuid}`, async () => {
    const stored = await updateNotify(ctx.db, chat.id, viewer.id, asked);
    if (!stored) throw notFound();
    const notifications = presentNotify(stored);
    const payload = { chatId: chatUuid, ...notifications };
    ctx.realtime.publish(userRoom(viewer.uuid), 'chat:notifications', payload);
    return notifications;
  });
}

/** Somebody's mutes in a group, and how many unread messages these hold back. */
export interface GroupMutes {
  mutes: (ChatNotifications & { chatId: string })[];
  heldBack: number;
}

/** A person's mutes, by the uuid of their group (rules/mutes 9). */
export async function listMutes(db: Db, userId: number): Promise<Map<string, GroupMutes>> {
  const byGroup = new Map<string, GroupMutes>();
  for (const row of await findMutes(db, userId)) {
    const { mutes, heldBack } = byGroup.get(row.groupUuid) ?? { mutes: [], heldBack: 0 };
    mutes.push({ chatId: row.chatUuid, ...presentNotify(row) });
    byGroup.set(row.groupUuid, { mutes, heldBack: heldBack + row.heldBack });
  }
  return byGroup;
}

/** A mute that is over by now is none. */
function readNotifications({ mode, until }: ChatNotifications) {
  if (until === null) return { mode, until };
  const end = new Date(until);
  if (end > inOneYear()) throw invalidField('until', chatTexts.muteTooLong);
  if (mode === 'all' || end <= new Date()) return { mode: 'all' as const, until: null };
  return { mode, until: end };
}

function inOneYear(): Date {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date;
}

export function registerMuteRoutes(router: Router, ctx: ChatContext): void {
  router.serve(setChatNotifications, ({ viewer, params, body }) =>
    setNotifications(ctx, viewer, params.chatId, body),
  );
}
