import type { QueryOf } from '@chat/contract/route';
import type { previewWorkingHours as previewRoute, Span } from '@chat/contract/working-hours';
import type { Db } from '../../db/database.ts';
import { orRefuse } from '../../db/faults.ts';
import type { Viewer } from '../../http/viewer.ts';
import { notFound } from '../../shared/errors.ts';
import { recordAct } from '../audit/audit.actions.ts';
import type { WorkingHoursContext } from './context.ts';
import { announceHours } from './hours-changes.actions.ts';
import { type HoursOrAlways, insideBetween } from './wall-clock.ts';
import {
  findHours,
  findOffice,
  findPeopleOfCompany,
  findPeopleOfOffice,
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
  { from, days, officeId }: QueryOf<typeof previewRoute>,
): Promise<Span[]> {
  const office = officeId === undefined ? undefined : await accessOffice(ctx.db, officeId);
  const own = office ? await findHours(ctx.db, office.id) : null;
  const begin = from === undefined ? Date.now() : Date.parse(from);
  const within = { from: begin, to: begin + days * DAY_MS };
  return insideBetween([own ?? (await findHours(ctx.db, null))], within).map((range) => ({
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
  }));
}

async function accessOffice(db: Db, uuid: string): Promise<{ id: number; name: string }> {
  const office = await findOffice(db, uuid);
  if (!office) throw notFound();
  return office;
}
