import type { Hours } from '@chat/contract/forms';
import { createGroup, type Group } from '@chat/contract/groups';
import {
  createOffice,
  createProject,
  setOfficeWorkingHours,
  setWorkingHours,
} from '@chat/contract/offices';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Hours of the days that are named, in UTC. */
export const hoursOn = (days: number[], from: string, to: string): Hours => ({
  timezone: 'UTC',
  days: days.map((day) => ({ day, from, to })),
  holidays: [],
});

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

const wholeMinute = (instant: number) => new Date(instant - (instant % MINUTE_MS));
const clockOf = (at: Date) => at.toISOString().slice(11, 16);
const dayOf = (at: Date) => ((at.getUTCDay() + 6) % 7) + 1;

// All spans of a run are told from one instant: two that should touch do, also where a minute begins between them.
const begun = Date.now();

/** One span a week, so many hours from now, and when it begins and ends. */
export function spanFromNow(fromHours: number, toHours: number) {
  const from = wholeMinute(begun + fromHours * HOUR_MS);
  const to = wholeMinute(begun + toHours * HOUR_MS);
  const hours = hoursOn([dayOf(from)], clockOf(from), clockOf(to));
  return { hours, from: from.toISOString(), to: to.toISOString() };
}

export const setCompanyHours = (app: TestApp, hours: Hours | null) =>
  app.elena.call(setWorkingHours, { body: hours });

export const setOfficeHours = (app: TestApp, officeId: string, hours: Hours | null) =>
  app.elena.call(setOfficeWorkingHours, { params: { officeId }, body: hours });

let offices = 0;

/** A new office, with a group of these people. */
export async function officeOf(
  app: TestApp,
  people: Client[],
): Promise<{ officeId: string; group: Group; name: string }> {
  const name = `Oficina ${++offices}`;
  const project = await app.elena.call(createProject, { body: { name: `Proyecto ${offices}` } });
  const projectId = project.content.uuid;
  const office = await app.elena.call(createOffice, { body: { name, projectId } });
  const officeId = office.content.uuid;
  const userUuids = people.map(({ uuid }) => uuid);
  const body = { name: `Grupo ${offices}`, userUuids, projectId, officeId };
  return { officeId, name, group: (await app.elena.call(createGroup, { body })).content };
}
