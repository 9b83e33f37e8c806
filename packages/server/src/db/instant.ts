// The database writes an instant with an offset, as text without its minutes, and with more digits than the wire, or fewer.
const UTC = /\+00(:00)?$/;
const DATE = 'YYYY-MM-DD'.length;
const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;

/**
 * An instant that came as JSON or as text. Most sessions speak UTC: there the digits stand already, and a date made of
 * each costs a page as much as its rows.
 */
export function presentInstant(instant: string): string {
  const offset = instant.search(UTC);
  if (offset < SECONDS) return new Date(instant).toISOString();
  const digits = instant.slice(SECONDS + 1, offset);
  const time = instant.slice(DATE + 1, SECONDS);
  return `${instant.slice(0, DATE)}T${time}.${digits.slice(0, 3).padEnd(3, '0')}Z`;
}
