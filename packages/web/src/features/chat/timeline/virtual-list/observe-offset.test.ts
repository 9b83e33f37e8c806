import { elementScroll, observeElementRect, Virtualizer } from '@tanstack/react-virtual';
import { expect, it, vi } from 'vitest';
import { observeOffset } from './use-row-virtualizer.ts';

function scrolled(from: number, to: number, isScrolling = false) {
  const scrollElement = document.createElement('div');
  const list = new Virtualizer<HTMLDivElement, Element>({
    count: 0,
    getScrollElement: () => scrollElement,
    estimateSize: () => 1,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset: observeOffset,
  });
  list.scrollElement = scrollElement;
  list.targetWindow = window;
  list.scrollOffset = from;
  list.isScrolling = isScrolling;
  const report = vi.fn<(offset: number, isScrolling: boolean) => void>();
  const stop = observeOffset(list, report);
  scrollElement.scrollTop = to;
  scrollElement.dispatchEvent(new Event('scroll'));
  stop?.();
  return report.mock.calls[0];
}

it('takes it for no scrolling when the list has come where it was put', () => {
  expect(scrolled(400, 400)).toEqual([400, false]);
});

it('tells of a reader who scrolls, also when they pass the same place', () => {
  expect(scrolled(400, 390)).toEqual([390, true]);
  expect(scrolled(400, 400, true)).toEqual([400, true]);
});
