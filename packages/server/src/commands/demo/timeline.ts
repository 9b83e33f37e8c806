import type { Random } from './random.ts';

const DAYS = 60;
const PER_DAY = [28, 32] as const;
const OPENS = 8.5;
const CLOSES = 18.25;
const LUNCH = [14, 15.25] as const;

const isWeekend = (day: Date) => day.getDay() === 0 || day.getDay() === 6;

function momentOf(day: Date, random: Random): Date {
  const moment = new Date(day);
  moment.setHours(0, random.int(OPENS * 60, CLOSES * 60), random.int(0, 59), random.int(0, 999));
  return moment;
}

function isLunch(moment: Date): boolean {
  const hour = moment.getHours() + moment.getMinutes() / 60;
  return hour >= LUNCH[0] && hour < LUNCH[1];
}

/** When dialogues begin, oldest first: working hours of the working days of the last 60 days, little at lunch time. */
export function workingMoments(now: Date, random: Random): Date[] {
  const moments: Date[] = [];
  for (let back = DAYS; back >= 0; back--) {
    const day = new Date(now);
    day.setDate(day.getDate() - back);
    if (isWeekend(day)) continue;
    for (let left = random.int(...PER_DAY); left > 0; left--) {
      const moment = momentOf(day, random);
      if (moment < now && (!isLunch(moment) || random.chance(0.2))) moments.push(moment);
    }
  }
  return moments.sort((a, b) => a.getTime() - b.getTime());
}
