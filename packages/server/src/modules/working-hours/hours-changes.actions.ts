import { userRoom } from '../../realtime/rooms.ts';
import type { WorkingHoursContext } from './context.ts';
import { findPeople, type Person } from './working-hours.queries.ts';

type Ctx = Pick<WorkingHoursContext, 'db' | 'realtime' | 'workingHours'>;

// A company's people are published to some at a time: each of them is a room to look up.
const PUBLISHED_AT_ONCE = 500;

/** Call after the commit that changed where these people are inside their hours, or what they chose. */
export function announceHours(ctx: Pick<Ctx, 'realtime' | 'workingHours'>, people: Person[]): void {
  ctx.workingHours.changed(people.map(({ id }) => id));
  const rooms = people.map(({ uuid }) => userRoom(uuid));
  for (let from = 0; from < rooms.length; from += PUBLISHED_AT_ONCE) {
    ctx.realtime.publish(rooms.slice(from, from + PUBLISHED_AT_ONCE), 'notifications:changed', {});
  }
}

/** The same, of people who joined or left a group that has an office. */
export async function followHours(ctx: Ctx, userUuids: string[]): Promise<void> {
  if (userUuids.length > 0) announceHours(ctx, await findPeople(ctx.db, userUuids));
}
