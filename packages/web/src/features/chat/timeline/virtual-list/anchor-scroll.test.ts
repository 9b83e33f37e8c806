import { Virtualizer } from '@tanstack/react-virtual';
import { expect, test } from 'vitest';
import { anchorsScroll } from './use-row-virtualizer.ts';

const ROW = 50;
const HEIGHT = 300;
const AT = 10 * ROW + 20;

/** A list of rows, scrolled so that its upper edge crosses row 10. */
function scrolledUp(height = HEIGHT) {
  const scroller = document.createElement('div');
  let scroll: (offset: number, isScrolling: boolean) => void = () => {};
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
    count: 40,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    observeElementRect: (_, report) => report({ width: 400, height }),
    observeElementOffset: (_, report) => {
      scroll = report;
    },
    scrollToFn: () => {},
    anchorTo: 'end',
  });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = anchorsScroll;
  virtualizer._willUpdate();
  virtualizer.getVirtualItems();
  scroll(AT + 100, true);
  scroll(AT, true);
  return virtualizer;
}

test('a row above what is in sight that changes once more while one scrolls up moves nothing', () => {
  const virtualizer = scrolledUp();
  virtualizer.resizeItem(4, 320);
  expect(virtualizer.scrollOffset).toBe(AT + 320 - ROW);
  virtualizer.resizeItem(4, 56);
  expect(virtualizer.scrollOffset).toBe(AT + 56 - ROW);
});

test('a row across the upper edge grows and shrinks above what is wholly in sight', () => {
  const virtualizer = scrolledUp();
  virtualizer.resizeItem(10, ROW + 20);
  expect(virtualizer.scrollOffset).toBe(AT + 20);
  virtualizer.resizeItem(10, ROW + 5);
  expect(virtualizer.scrollOffset).toBe(AT + 5);
});

test('a row that fills the screen, or one below its upper edge, grows downwards', () => {
  const virtualizer = scrolledUp(20);
  virtualizer.resizeItem(10, ROW + 200);
  virtualizer.resizeItem(10, ROW + 223);
  virtualizer.resizeItem(11, ROW + 20);
  expect(virtualizer.scrollOffset).toBe(AT);
});
