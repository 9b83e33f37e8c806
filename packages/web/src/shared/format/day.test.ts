import { expect, it } from 'vitest';
import { formatDay } from './time.ts';

const names = { today: 'Hoy', yesterday: 'Ayer' };
const shown = (then: Date, now: Date) => formatDay(then.toISOString(), names, now);

it('names today and yesterday by the calendar, and writes out any other day', () => {
  const now = new Date(2026, 2, 1, 0, 5);
  expect(shown(new Date(2026, 2, 1, 23, 59), now)).toBe('Hoy');
  expect(shown(new Date(2026, 1, 28, 23, 59), now)).toBe('Ayer');
  expect(shown(new Date(2026, 1, 28, 0, 0), now)).toBe('Ayer');
  expect(shown(new Date(2026, 1, 27, 23, 59), now)).toBe('27-02-2026');
  expect(shown(new Date(2025, 2, 1, 0, 5), now)).toBe('01-03-2025');
});

it('knows yesterday also after a day of 23 or of 25 hours', () => {
  for (const day of [new Date(2026, 2, 29), new Date(2026, 9, 25)]) {
    const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
    const late = new Date(year, month, date, 23, 30);
    expect(shown(late, new Date(year, month, date + 1, 0, 10))).toBe('Ayer');
    expect(shown(day, new Date(year, month, date + 1, 23, 50))).toBe('Ayer');
  }
});
