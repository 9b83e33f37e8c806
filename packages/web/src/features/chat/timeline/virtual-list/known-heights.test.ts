import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { knownHeight, listPlace, noteHeights, observePlace } from './row-heights.ts';

let width = 800;

type Report = (entries: { borderBoxSize: ResizeObserverSize[] }[]) => void;

class Observer {
  report: Report;
  constructor(report: Report) {
    this.report = report;
  }
  observe() {
    const box = { inlineSize: width, blockSize: 600 };
    this.report([{ borderBoxSize: [box] }]);
  }
  disconnect() {}
}

const listWith = (heights: Record<string, number>) => ({
  scrollElement: document.createElement('div'),
  measurementsCache: Object.entries(heights).map(([key, size]) => ({ key, size })),
});

const showAt = (wide: number) => {
  width = wide;
  observePlace(listWith({}), () => undefined);
};

beforeEach(() => vi.stubGlobal('ResizeObserver', Observer));
afterEach(() => vi.unstubAllGlobals());

test('the next list is taken to have the place of the one before', () => {
  showAt(700);
  expect(listPlace()).toEqual({ width: 700, height: 600 });
});

test('a row of a chat seen before is as tall as it was, however often the chat is left', () => {
  showAt(800);
  noteHeights('chat', listWith({ one: 42, two: 64 }));
  noteHeights('chat', listWith({ one: 42, two: 64 }));
  expect(knownHeight('chat', 'two')).toBe(64);
  expect(knownHeight('other', 'two')).toBeUndefined();
  expect(knownHeight(null, 'two')).toBeUndefined();
});

test('nothing is known of rows in a list of another width', () => {
  showAt(800);
  noteHeights('chat', listWith({ one: 42 }));
  showAt(360);
  expect(knownHeight('chat', 'one')).toBeUndefined();
});

test('only the chats left last are remembered', () => {
  noteHeights('first', listWith({ one: 42 }));
  for (let n = 0; n < 50; n += 1) noteHeights(`chat ${n}`, listWith({ one: 42 }));
  expect(knownHeight('first', 'one')).toBeUndefined();
  expect(knownHeight('chat 49', 'one')).toBe(42);
});
