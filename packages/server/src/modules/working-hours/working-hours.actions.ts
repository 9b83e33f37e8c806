import type { Availability, OwnNotifications } from '@chat/contract/notifications';
import * as notifications from '@chat/contract/notifications';
import type { previewWorkingHours as previewRoute, Span } from '@chat/contract/offices';
import * as routes from '@chat/contract/offices';
import type { QueryOf } from '@chat/contract/route';
import type { Db } from '../../db/database.ts';
import { orRefuse } from '../../db/faults.ts';
import { pageFrom } from '../../db/page.ts';
import { type Answer, answerPart } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { userRoom } from '../../realtime/live-sockets.ts';
import { notFound } from '../../shared/errors.ts';
import { recordAct } from '../audit/audit.actions.ts';
import { accessMemberChat } from '../chat/access/chat.access.ts';
import type { HoursStatus, WorkingHoursContext } from './context.ts';
import { type HoursOrAlways, openRanges } from './wall-clock.ts';
import {
  findCounterpart,
  findHours,
  findOffice,
  findPeople,
  findPeopleOfCompany,
  findPeopleOfOffice,
  insertOutsideHours,
  type Person,
  removeOutsideHours,
  updateHours,
} from './working-hours.queries.ts';

const DAY_MS = 86_400_000;

export const getWorkingHours = (ctx: WorkingHoursContext): Promise<HoursOrAlways> =>
  findHours(ctx.db, null);

export async function setWorkingHours(
  ctx: WorkingHoursContext,
  viewer: Viewer,
  hours: HoursOrAlways,
): Promise<HoursOrAlways> {
  await ctx.db.transaction(async (tx) => {
    await updateHours(tx, null, hours);
    await recordAct(tx, viewer, 'WORKING_HOURS_SET', {});
  });
  announceHours(ctx, await findPeopleOfCompany(ctx.db));
  return hours;
}

export async function getOfficeWorkingHours(
  ctx: WorkingHoursContext,
  officeUuid: string,
): Promise<HoursOrAlways> {
  const office = await accessOffice(ctx.db, officeUuid);
  return findHours(ctx.db, office.id);
}

export async function setOfficeWorkingHours(
  ctx: WorkingHoursContext,
  viewer: Viewer,
  officeUuid: string,
  hours: HoursOrAlways,
): Promise<HoursOrAlways> {
  const office = await accessOffice(ctx.db, officeUuid);
  await ctx.db.transaction(async (tx) => {
    await orRefuse(updateHours(tx, office.id, hours), {
      working_hours_office_id_fkey: () => notFound(),
    });
    await recordAct(tx, viewer, 'WORKING_HOURS_SET', { detail: office.name });
  });
  announceHours(ctx, await findPeopleOfOffice(ctx.db, office.id));
  return hours;
}

/** The hours of an office as they are in force: without any of its own, the company's. */
export async function previewWorkingHours(
  ctx: WorkingHoursContext,
  query: QueryOf<typeof previewRoute>,
): Promise<Answer<Span[]>> {
  const { from, days, officeId } = query;
  const office = officeId === undefined ? undefined : await accessOffice(ctx.db, officeId);
  const own = office ? await findHours(ctx.db, office.id) : null;
  const begin = from === undefined ? Date.now() : Date.parse(from);
  const within = { from: begin, to: begin + days * DAY_MS };
  const ranges = openRanges([own ?? (await findHours(ctx.db, null))], within);
  const spans = ranges.map((range) => ({
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
  }));
  return answerPart(spans, pageFrom(query));
}

async function accessOffice(db: Db, uuid: string): Promise<{ id: number; name: string }> {
  const office = await findOffice(db, uuid);
  if (!office) throw notFound();
  return office;
}

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

/** Announces the hours of people who joined or left a group that has an office; call it after the commit. */
export async function followHours(ctx: Ctx, userUuids: string[]): Promise<void> {
  if (userUuids.length > 0) announceHours(ctx, await findPeople(ctx.db, userUuids));
}

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

export function registerWorkingHoursRoutes(router: Router, ctx: WorkingHoursContext): void {
  router.serve(routes.getWorkingHours, () => getWorkingHours(ctx));
  router.serve(routes.setWorkingHours, ({ viewer, body }) => setWorkingHours(ctx, viewer, body));
  router.serve(routes.getOfficeWorkingHours, ({ params }) =>
    getOfficeWorkingHours(ctx, params.officeId),
  );
  router.serve(routes.setOfficeWorkingHours, ({ viewer, params, body }) =>
    setOfficeWorkingHours(ctx, viewer, params.officeId, body),
  );
  router.serve(routes.previewWorkingHours, ({ query }) => previewWorkingHours(ctx, query));
  router.serve(notifications.getOwnNotifications, ({ viewer }) => getOwnNotifications(ctx, viewer));
  router.serve(notifications.setOwnNotifications, ({ viewer, body }) =>
    setOwnNotifications(ctx, viewer, body),
  );
  router.serve(notifications.getAvailability, ({ viewer, params }) =>
    getAvailability(ctx, viewer, params.chatId),
  );
}
