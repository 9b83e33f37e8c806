import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The locks of a browser, which all its tabs share. */
let held: { name: string; mode?: string }[] = [];

const locks = {
  query: async () => ({ held: [...held] }),
  request: (name: string, ...rest: [object, (lock: object | null) => unknown]) => {
    const [options, work] = rest;
    const isTaken = 'ifAvailable' in options && held.some((lock) => lock.name === name);
    if (isTaken) return Promise.resolve(work(null));
    const lock = { name };
    held.push(lock);
    return Promise.resolve(work(lock)).finally(() => {
      held = held.filter((other) => other !== lock);
    });
  },
};

let registered: (() => void)[] = [];
let lost: (() => void)[] = [];
const isVisible = vi.fn<() => DocumentVisibilityState>();

/** A tab of this browser, opened at a time: each has modules and listeners of its own. */
async function openTab(at: number) {
  vi.setSystemTime(at);
  vi.resetModules();
  registered = [];
  lost = [];
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.doMock('../../shared/socket.ts', () => ({
    socket: { connected: true, on: (_: string, listener: () => void) => lost.push(listener) },
    onRegistered: (listener: () => void) => registered.push(listener),
  }));
  const tabs = await import('./tabs.ts');
  tabs.followTabs();
  const [connect, lose] = [[...registered], [...lost]];
  for (const listener of connect) listener();
  return {
    isNotifying: tabs.isNotifyingTab,
    use(usedAt: number) {
      vi.setSystemTime(usedAt);
      window.dispatchEvent(new Event('pointerdown'));
    },
    loseConnection: () => lose.forEach((listener) => void listener()),
  };
}

let news = 0;
const whoNotifies = async (tabs: Awaited<ReturnType<typeof openTab>>[]) => {
  news += 1;
  const asked = tabs.map(({ isNotifying }) => isNotifying(`news-${news}`));
  // The others look once more whether the one that was used last is being closed.
  await vi.advanceTimersByTimeAsync(500);
  return Promise.all(asked);
};

beforeEach(() => {
  held = [];
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(isVisible);
  isVisible.mockReturnValue('hidden');
  return () => vi.useRealTimers();
});

describe('of three tabs', () => {
  it('the one that was used last notifies, and nobody else', async () => {
    const tabs = [await openTab(10_000), await openTab(20_000), await openTab(30_000)];
    expect(await whoNotifies(tabs)).toEqual([false, false, true]);
    tabs[0]?.use(40_000);
    expect(await whoNotifies(tabs)).toEqual([true, false, false]);
    tabs[1]?.use(50_000);
    expect(await whoNotifies(tabs)).toEqual([false, true, false]);
  });

  it('one without a connection is not waited for', async () => {
    const tabs = [await openTab(10_000), await openTab(20_000)];
    tabs[1]?.loseConnection();
    await vi.waitFor(() => expect(held).toHaveLength(1));
    expect(await whoNotifies(tabs.slice(0, 1))).toEqual([true]);
  });

  it('one that is being closed is not waited for, though it still has its lock', async () => {
    const tabs = [await openTab(10_000), await openTab(20_000), await openTab(30_000)];
    const asked = tabs.slice(0, 2).map(({ isNotifying }) => isNotifying('while it closes'));
    await vi.advanceTimersByTimeAsync(100);
    held = held.filter(({ name }) => !name.includes('30000'));
    await vi.advanceTimersByTimeAsync(400);
    expect(await Promise.all(asked)).toEqual([false, true]);
  });

  it('none notifies while one of them is looked at', async () => {
    const first = await openTab(10_000);
    isVisible.mockReturnValue('visible');
    const second = await openTab(20_000);
    expect(await whoNotifies([first, second])).toEqual([false, false]);
  });

  it('the same event notifies once', async () => {
    const tab = await openTab(10_000);
    expect(await tab.isNotifying('same')).toBe(true);
    expect(await tab.isNotifying('same')).toBe(false);
  });
});

it('a tab that cannot agree with others notifies', async () => {
  const tab = await openTab(10_000);
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  expect(await tab.isNotifying('alone')).toBe(true);
});
