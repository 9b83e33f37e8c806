import { formatWhen } from '../../../shared/format/time.ts';
import { scheduledTexts as texts } from './scheduled.texts.ts';

/** The hour at which an office opens. */
const OPENING = 9;
const MONDAY = 1;
const WEEK = 7;

/** On the reader's calendar, which has days of 23 and of 25 hours. */
const openingIn = (days: number, now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, OPENING);

export const tomorrowMorning = (now: Date): Date => openingIn(1, now);

/** The next Monday; on a Monday that of the week after. */
export const mondayMorning = (now: Date): Date =>
  openingIn((MONDAY + WEEK - now.getDay()) % WEEK || WEEK, now);

/** The mornings that are offered; on a Sunday both are the same. */
export function offeredMornings(now: Date): { label: string; at: Date }[] {
  const [tomorrow, monday] = [tomorrowMorning(now), mondayMorning(now)];
  const offered = [{ label: texts.tomorrow, at: tomorrow }];
  return monday > tomorrow ? [...offered, { label: texts.monday, at: monday }] : offered;
}

/**
 * Reads the fields of a day and a time: an instant, or null where they are none. A time that a change of the clock skips
 * is that much later.
 */
export function readTime(day: string, time: string): Date | null {
  const [, year, month, date] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  if (year === undefined || hour === undefined) return null;
  const read = new Date(
    Number(year),
    Number(month) - 1,
    Number(date),
    Number(hour),
    Number(minute),
  );
  return read.getDate() === Number(date) ? read : null;
}

const padded = (part: number) => String(part).padStart(2, '0');

/** The text of a day's field for a time. */
export const dayField = (time: Date): string =>
  `${time.getFullYear()}-${padded(time.getMonth() + 1)}-${padded(time.getDate())}`;

/** The text of a time's field. */
export const timeField = (time: Date): string =>
  `${padded(time.getHours())}:${padded(time.getMinutes())}`;

/** Why a message cannot be sent then; undefined where it can. */
export function problemOf(sendAt: Date | null, now: Date): string | undefined {
  if (!sendAt) return texts.missing;
  if (sendAt <= now) return texts.past;
  const latest = new Date(now);
  latest.setFullYear(now.getFullYear() + 1);
  return sendAt > latest ? texts.tooFar : undefined;
}

/** 'a las 18:00' today, else 'mañana a las 09:00', 'el lunes a las 09:00', 'el 24 de diciembre a las 09:00'. */
export function sayWhen(sendAt: string, now: Date): string {
  const when = formatWhen(sendAt, now);
  return when.startsWith('las ') ? texts.today(when) : when;
}
