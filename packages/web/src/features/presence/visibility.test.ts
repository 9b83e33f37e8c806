import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeSocket } from '../../test/fakes.ts';
import { IDLE_MS, registerVisibility } from './visibility.ts';

const registered = new Set<() => void>();
vi.mock(import('../../shared/socket.ts'), async (original) => ({
  ...(await original()),
  onRegistered: (listener) => {
    registered.add(listener);
    return () => registered.delete(listener);
  },
}));

const emitted = vi.fn();
let state: DocumentVisibilityState = 'visible';

function look(next: DocumentVisibilityState): void {
  state = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

const signals = () => emitted.mock.calls.map(([name, { visible }]) => [name, visible]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  emitted.mockClear();
  registered.clear();
  state = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => state);
  registerVisibility(fakeSocket(emitted).socket);
  return () => {
    // Listeners stay with the window: another test's page must not answer.
    emitted.mockClear();
    vi.useRealTimers();
  };
});

describe('whether somebody can see the page', () => {
  it('is said when it changes, and once', () => {
    expect(signals()).toEqual([]);
    look('hidden');
    look('hidden');
    look('visible');
    expect(signals()).toEqual([
      ['visibility', false],
      ['visibility', true],
    ]);
  });

  it('is no after five minutes without input, and yes at the next input', () => {
    vi.advanceTimersByTime(IDLE_MS - 1_000);
    window.dispatchEvent(new Event('pointermove'));
    vi.advanceTimersByTime(IDLE_MS - 1_000);
    expect(signals()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(signals()).toEqual([['visibility', false]]);
    vi.advanceTimersByTime(IDLE_MS);
    window.dispatchEvent(new Event('keydown'));
    expect(signals()).toEqual([
      ['visibility', false],
      ['visibility', true],
    ]);
    vi.advanceTimersByTime(IDLE_MS);
    expect(signals().at(-1)).toEqual(['visibility', false]);
  });

  it('is said again after a reconnection, since the server begins with yes', () => {
    look('hidden');
    for (const listener of registered) listener();
    expect(signals()).toEqual([
      ['visibility', false],
      ['visibility', false],
    ]);
    look('visible');
    emitted.mockClear();
    for (const listener of registered) listener();
    expect(signals()).toEqual([]);
  });
});
