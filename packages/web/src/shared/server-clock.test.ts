import { beforeEach, describe, expect, it, vi } from 'vitest';

const SERVER = Date.UTC(2026, 10, 26, 12, 0, 0);
const MINUTE = 60_000;
/** The values of the page's monotonic clock and of the computer's clock. */
let stopwatch = 0;
let wall = SERVER;

beforeEach(() => {
  stopwatch = 1_000;
  vi.resetModules();
  vi.spyOn(performance, 'now').mockImplementation(() => stopwatch);
  vi.spyOn(Date, 'now').mockImplementation(() => wall);
});

const load = () => import('./server-clock.ts');
const header = (time: number) => new Date(time).toUTCString();
const wait = (ms: number) => {
  stopwatch += ms;
  wall += ms;
};

describe("the server's clock", () => {
  it("is the browser's until an answer tells the time", async () => {
    wall = SERVER + 20 * MINUTE;
    const { noteServerTime, serverNow } = await load();
    expect(serverNow()).toBe(wall);
    noteServerTime(null, stopwatch);
    expect(serverNow()).toBe(wall);
  });

  it.each([20 * MINUTE, -25 * 60 * MINUTE])(
    'is known within a second where the computer is wrong by %s ms',
    async (error) => {
      wall = SERVER + error;
      const { noteServerTime, serverNow } = await load();
      noteServerTime(header(SERVER), stopwatch - 40);
      expect(Math.abs(serverNow() - SERVER)).toBeLessThan(1_000);
      wait(10 * MINUTE);
      expect(Math.abs(serverNow() - SERVER - 10 * MINUTE)).toBeLessThan(1_000);
    },
  );

  it('goes on as before while somebody sets the clock of the computer', async () => {
    const { noteServerTime, serverNow } = await load();
    noteServerTime(header(SERVER), stopwatch);
    const before = serverNow();
    wall += 60 * MINUTE;
    stopwatch += 5_000;
    expect(serverNow()).toBe(before + 5_000);
  });

  it('is known ever more exactly, answer by answer', async () => {
    const { noteServerTime, serverNow } = await load();
    for (let answer = 0; answer < 10; answer += 1) {
      noteServerTime(header(SERVER + stopwatch - 1_000), stopwatch);
      wait(1_100);
    }
    expect(Math.abs(serverNow() - SERVER - (stopwatch - 1_000))).toBeLessThan(60);
  });

  it('is found again after a sleep in which the stop-watch stood still, and says so', async () => {
    const { noteServerTime, onServerClock, serverNow } = await load();
    noteServerTime(header(SERVER), stopwatch);
    const listener = vi.fn();
    onServerClock(listener);
    noteServerTime(header(SERVER), stopwatch);
    expect(listener).not.toHaveBeenCalled();
    noteServerTime(header(SERVER + 60 * MINUTE), stopwatch);
    expect(Math.abs(serverNow() - SERVER - 60 * MINUTE)).toBeLessThan(1_000);
    expect(listener).toHaveBeenCalledOnce();
  });
});
