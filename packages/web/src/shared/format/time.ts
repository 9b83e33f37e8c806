import dayjs from 'dayjs';

const DAY = 24 * 60 * 60 * 1000;

/** `hh:mm A`, with the date in front once it is a day old; in the browser's time zone (product §9). */
export function formatTime(instant: string, now: Date = new Date()): string {
  const time = dayjs(instant);
  const isRecent = now.getTime() - time.valueOf() < DAY;
  return time.format(isRecent ? 'hh:mm A' : 'DD-MM-YYYY hh:mm A');
}
