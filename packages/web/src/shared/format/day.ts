import { serverNow } from '../server-clock.ts';
import { formatDate } from './time.ts';

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
