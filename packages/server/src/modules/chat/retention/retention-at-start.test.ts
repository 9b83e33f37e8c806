import { listNotices } from '@chat/contract/system';
import { afterEach, expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/build-app.ts';
import { directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import { createLog } from '../../../config/log.ts';
import { sql } from '../../../db/database.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

const lines: { level: number; msg: string }[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
const heldLine = () => lines.find(({ msg }) => msg.includes('held back'));

afterEach(() => vi.useRealTimers());

test('a clock that is a year ahead at one start removes nothing, and once it is right nothing is held back', async () => {
  const own = await startApp({ retentionDays: 90 }, { log });
  const { ana, bruno, ventas, ventasChat } = await gatherCast(own);
  const direct = await directChatOf(ana, bruno, ventas);
  await sendText(ana, direct, 'importante');
  await sendText(ana, ventasChat, 'también');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + YEAR_MS });
  const ahead = await own.restart();
  await vi.waitFor(() => expect(heldLine()).toBeDefined(), 60_000);
  expect(heldLine()).toMatchObject({ level: 40, by: 'CLOCK', messages: 2 });
  expect((await ahead.elena.call(listNotices, {})).content).toMatchObject([
    { kind: 'RETENTION_HELD_BY_CLOCK', messages: 2, isMore: false },
  ]);
  const { count } = await ahead.ctx.db.one<{ count: number }>(
    sql`select count(*) as count from messages where created_at < now() + interval '1 hour'`,
  );
  expect(count).toBe(2);
  vi.useRealTimers();
  const right = await ahead.restart();
  await vi.waitFor(
    async () => expect((await right.elena.call(listNotices, {})).content).toEqual([]),
    60_000,
  );
  await right.close();
});
