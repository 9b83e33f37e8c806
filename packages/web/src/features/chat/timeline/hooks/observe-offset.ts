import { observeElementOffset, type Virtualizer } from '@tanstack/react-virtual';

type List = Virtualizer<HTMLDivElement, Element>;

/**
 * Reports to the virtualizer how far the list is scrolled. A place where it has put the list itself is no
 * scrolling: the list would be drawn anew for it, before what was put there is painted and once more after it.
 */
export function observeOffset(
  list: List,
  report: (offset: number, isScrolling: boolean) => void,
): (() => void) | undefined {
  return observeElementOffset(list, (offset, isScrolling) => {
    const isThere = !list.isScrolling && offset === list.scrollOffset;
    report(offset, isScrolling && !isThere);
  });
}
