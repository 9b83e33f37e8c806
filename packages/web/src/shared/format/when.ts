const DAYS_BY_NAME = 6;

const time = new Intl.DateTimeFormat('es', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const weekday = new Intl.DateTimeFormat('es', { weekday: 'long' });
const date = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'long' });

/** Days since 1970 on the reader's calendar; a day need not have 24 hours. */
const dayNumber = (day: Date) =>
  Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000;

/**
 * A coming time as one says it after 'hasta' (rules/notifications 9): 'las 18:00' today, 'mañana a las 09:00', 'el lunes a
 * las 09:00' within 6 days, else 'el 24 de diciembre a las 09:00'; in the browser's time zone.
 */
export function formatWhen(instant: string, now: Date): string {
  const when = new Date(instant);
  const clock = `las ${time.format(when)}`;
  const days = dayNumber(when) - dayNumber(now);
  if (days <= 0) return clock;
  if (days === 1) return `mañana a ${clock}`;
  return `el ${(days <= DAYS_BY_NAME ? weekday : date).format(when)} a ${clock}`;
}
