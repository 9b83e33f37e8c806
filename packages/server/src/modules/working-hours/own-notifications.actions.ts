import type { Availability, OwnNotifications } from '@chat/contract/notifications';
import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { accessMemberChat } from '../chat/access/chat.access.ts';
import type { HoursStatus, WorkingHoursContext } from './context.ts';
import { announceHours } from './hours-changes.actions.ts';
import {
  findCounterpart,
  insertOutsideHours,
  removeOutsideHours,
} from './working-hours.queries.ts';

export async function getOwnNotifications(
  ctx: WorkingHoursContext,
  viewer: Viewer,
): Promise<OwnNotifications> {
  return presentOwn(await ctx.workingHours.readStatus(viewer.id));
}

/** The choice is the viewer's alone: nobody else is told, and it stands in no record (rules/working-hours 12). */
export async function setOwnNotifications(
  ctx: WorkingHoursContext,
  viewer: Viewer,
  { outsideHours }: { outsideHours: boolean },
): Promise<OwnNotifications> {
  if (outsideHours) await insertOutsideHours(ctx.db, viewer.id);
  else await removeOutsideHours(ctx.db, viewer.id);
  announceHours(ctx, [viewer]);
  return getOwnNotifications(ctx, viewer);
}

/** A deleted person chose something once. */
export async function forgetOwnChoice(tx: Db, userId: number): Promise<void> {
  await removeOutsideHours(tx, userId);
}

const AVAILABLE: Availability = { outside: false, until: null };

/** Says nothing of the other one's choice (rules/working-hours 14). */
export async function getAvailability(
  ctx: WorkingHoursContext,
  viewer: Viewer,
  chatUuid: string,
): Promise<Availability> {
  const chat = await accessMemberChat(ctx.db, viewer, chatUuid);
  const other = await findCounterpart(ctx.db, chat.id, viewer.id);
  if (!other) return AVAILABLE;
  const { inside, until } = await ctx.workingHours.readStatus(other.id);
  return inside ? AVAILABLE : { outside: true, until: until?.toISOString() ?? null };
}

const presentOwn = ({ outsideHours, inside, until }: HoursStatus): OwnNotifications => ({
  outsideHours,
  inside,
  until: until?.toISOString() ?? null,
});
