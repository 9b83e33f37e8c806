import {
  getAvailability,
  getOwnNotifications,
  setChatNotifications,
} from '@chat/contract/notifications';
import { sql } from '../../src/db/database.ts';
import { EVERYBODY } from '../busy-company.ts';
import type { HotCall } from './hot-call.ts';

// Most people are in two groups.
const GROUPS = 2;

/** The calls about working hours and mutes. */
export const hours: HotCall[] = [
  {
    name: 'the hours of everybody',
    rows: GROUPS * EVERYBODY,
    of: /from working_hours|join working_hours/,
    async act({ app: { ctx } }) {
      const people = await ctx.db.many<{ id: number }>(sql`select id from users`);
      ctx.workingHours.evictAll();
      await ctx.workingHours.statusOf(people.map(({ id }) => id));
    },
  },
  { name: 'the own hours', rows: 2, act: ({ ana }) => ana.call(getOwnNotifications, {}) },
  {
    name: "the other one's hours",
    rows: 2,
    act: ({ ana, small }) => ana.call(getAvailability, { params: { chatId: small } }),
  },
  {
    name: 'a mute',
    rows: 2,
    act: ({ ana, ventasChat }) =>
      ana.call(setChatNotifications, { params: { chatId: ventasChat }, body: { mode: 'none' } }),
  },
];
