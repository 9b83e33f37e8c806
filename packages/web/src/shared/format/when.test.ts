import { describe, expect, it } from 'vitest';
import { formatWhen } from './time.ts';

// A Thursday, in the reader's own time zone.
const now = new Date(2026, 11, 10, 15, 30);
const at = (day: number, hour: number, minute = 0) =>
  formatWhen(new Date(2026, 11, day, hour, minute).toISOString(), now);

describe('a coming time', () => {
  it('is its hour alone today', () => {
    expect(at(10, 18)).toBe('las 18:00');
    expect(at(10, 23, 59)).toBe('las 23:59');
  });

  it('is said to be tomorrow, however near it is', () => {
    expect(at(11, 9)).toBe('mañana a las 09:00');
    expect(at(11, 0)).toBe('mañana a las 00:00');
  });

  it('has the name of its day within 6 days', () => {
    expect(at(12, 9)).toBe('el sábado a las 09:00');
    expect(at(14, 9)).toBe('el lunes a las 09:00');
    expect(at(16, 23, 59)).toBe('el miércoles a las 23:59');
  });

  it('has its date from the same day of the next week on', () => {
    expect(at(17, 0)).toBe('el 17 de diciembre a las 00:00');
    expect(at(24, 9)).toBe('el 24 de diciembre a las 09:00');
    expect(at(32, 8, 5)).toBe('el 1 de enero a las 08:05');
  });

  it('counts days of the calendar, and not hours, over a change of summer time', () => {
    const before = new Date(2026, 9, 24, 23, 30);
    const monday = new Date(2026, 9, 26, 0, 15).toISOString();
    expect(formatWhen(monday, before)).toBe('el lunes a las 00:15');
  });
});
