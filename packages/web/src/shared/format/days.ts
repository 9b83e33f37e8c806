import { serverNow } from '../server-clock.ts';

/** Days, `YYYY-MM-DD`, both included; null: no beginning, or no end. */
export interface Days {
  since: string | null;
  until: string | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The value of a date field; null while its year is being typed. */
export const toDay = (typed: string): string | null =>
  /^(19[7-9]|2\d\d)\d-\d\d-\d\d$/.test(typed) ? typed : null;

/** The first of so many days that end today, where the browser is. */
export function firstOfLast(days: number, now = new Date(serverNow())): string {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1, 12);
  return new Date(first.getTime() - first.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
