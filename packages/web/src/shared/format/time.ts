import { serverNow } from '../server-clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const padded = (part: number) => String(part).padStart(2, '0');

/** `hh:mm A`, with the date in front once it is a day old; by the server's clock in the browser's time zone (rules/look 8). By hand: it is asked for by every row. */
export function formatTime(instant: string, now = new Date(serverNow())): string {
  const time = new Date(instant);
  const hour = `${padded(time.getHours() % 12 || 12)}:${padded(time.getMinutes())}`;
  const clock = `${hour} ${time.getHours() < 12 ? 'AM' : 'PM'}`;
  if (now.getTime() - time.getTime() < DAY_MS) return clock;
  return `${formatDate(time)} ${clock}`;
}

/** `DD-MM-YYYY` */
const formatDate = (time: Date): string =>
  `${padded(time.getDate())}-${padded(time.getMonth() + 1)}-${time.getFullYear()}`;

/** The day of an instant in the browser's time zone, `DD-MM-YYYY`; `names` speaks for today and yesterday. */
export function formatDay(
  instant: string,
  names: { today: string; yesterday: string },
  now = new Date(serverNow()),
): string {
  const day = formatDate(new Date(instant));
  if (day === formatDate(now)) return names.today;
  // By the calendar: a day need not have 24 hours.
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return day === formatDate(yesterday) ? names.yesterday : day;
}

const DAYS_BY_NAME = 6;

const clockFormat = new Intl.DateTimeFormat('es', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const weekdayFormat = new Intl.DateTimeFormat('es', { weekday: 'long' });
const dateFormat = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'long' });

/** Days since 1970 on the reader's calendar; a day need not have 24 hours. */
const dayNumber = (day: Date) =>
  Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / DAY_MS;

/**
 * A coming time as one says it after 'hasta' (rules/notifications 9): 'las 18:00' today, 'mañana a las 09:00', 'el lunes a
 * las 09:00' within 6 days, else 'el 24 de diciembre a las 09:00'; in the browser's time zone.
 */
export function formatWhen(instant: string, now: Date): string {
  const when = new Date(instant);
  const clock = `las ${clockFormat.format(when)}`;
  const days = dayNumber(when) - dayNumber(now);
  if (days <= 0) return clock;
  if (days === 1) return `mañana a ${clock}`;
  return `el ${(days <= DAYS_BY_NAME ? weekdayFormat : dateFormat).format(when)} a ${clock}`;
}

/** Days, `YYYY-MM-DD`, both included; null: no beginning, or no end. */
export interface Days {
  since: string | null;
  until: string | null;
}

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
