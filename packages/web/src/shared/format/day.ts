import dayjs from 'dayjs';

/** The day of an instant in the browser's time zone, `DD-MM-YYYY`; `names` speaks for today and yesterday. */
export function formatDay(
  instant: string,
  names: { today: string; yesterday: string },
  now: Date = new Date(),
): string {
  const day = dayjs(instant);
  if (day.isSame(now, 'day')) return names.today;
  if (day.isSame(dayjs(now).subtract(1, 'day'), 'day')) return names.yesterday;
  return day.format('DD-MM-YYYY');
}
