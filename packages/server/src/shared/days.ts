const DAY_MS = 86_400_000;
// '2026-11-03' and '2026-11', and as Spaniards write it: '3-11-2026', '03/11/26', '3.11.2026'.
const YEAR_FIRST = /^(?<year>\d{4})[-/.](?<month>\d{1,2})(?:[-/.](?<day>\d{1,2}))?$/;
const DAY_FIRST = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/;
const DAYS_AGO: Record<string, number> = { hoy: 0, ayer: 1, anteayer: 2 };

/** The first instant of the day that a folded text names in a time zone; undefined where it names none. */
export function startOfNamedDay(text: string, timeZone: string, now: Date): Date | undefined {
  const daysAgo = Object.hasOwn(DAYS_AGO, text) ? DAYS_AGO[text] : undefined;
  const day = daysAgo === undefined ? readDay(text) : localTime(now, timeZone) - daysAgo * DAY_MS;
  return day === undefined ? undefined : startOfDay(day - (day % DAY_MS), timeZone);
}

/** A date as its midnight would be in UTC. */
function readDay(text: string): number | undefined {
  const {
    year = '',
    month,
    day = 1,
  } = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups ?? {};
  const fullYear = Number(year.length === 2 ? `20${year}` : year);
  const date = new Date(Date.UTC(fullYear, Number(month) - 1, Number(day)));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists && fullYear >= 1970 ? date.getTime() : undefined;
}

/** Where clocks are put forward at midnight, the day begins with the first hour that it has. */
function startOfDay(midnight: number, timeZone: string): Date {
  const offsets = [-DAY_MS, DAY_MS].map((away) => offsetAt(midnight + away, timeZone));
  const starts = offsets.map((offset) => midnight - offset).sort((one, other) => one - other);
  const start = starts.find((instant) => localTime(new Date(instant), timeZone) >= midnight);
  return new Date(start ?? midnight);
}

/** By how many ms clocks of a time zone are ahead of UTC at a whole second. */
export const offsetAt = (instant: number, timeZone: string): number =>
  localTime(new Date(instant), timeZone) - instant;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time that clocks of a time zone show, read as if it were UTC. */
function localTime(instant: Date, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The instant of a `moment` of the contract, which is a date or an instant. */
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
