import { startOfNamedDay } from './days.ts';

/** What a `moment` of the contract says: a date, or an instant. */
export const instantOf = (moment: string, timeZone: string): Date =>
  startOfNamedDay(moment, timeZone, new Date()) ?? new Date(moment);

// The calendars of PostgreSQL and JavaScript are the same in between.
const FIRST_YEAR = 1;
const LAST_YEAR = 9_999;

/** As PostgreSQL reads it, however far away. */
export function writtenInstant(instant: Date): string {
  if (instant.getUTCFullYear() < FIRST_YEAR) return '-infinity';
  return instant.getUTCFullYear() > LAST_YEAR ? 'infinity' : instant.toISOString();
}
