import { serverNow } from '../server-clock.ts';

const DAY = 24 * 60 * 60 * 1000;

const padded = (part: number) => String(part).padStart(2, '0');

/** `hh:mm A`, with the date in front once it is a day old; by the server's clock in the browser's time zone (rules/look 8). By hand: it is asked for by every row. */
export function formatTime(instant: string, now = new Date(serverNow())): string {
  const time = new Date(instant);
  const hour = `${padded(time.getHours() % 12 || 12)}:${padded(time.getMinutes())}`;
  const clock = `${hour} ${time.getHours() < 12 ? 'AM' : 'PM'}`;
  if (now.getTime() - time.getTime() < DAY) return clock;
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
