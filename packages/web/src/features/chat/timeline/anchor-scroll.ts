import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';

/**
 * Whether the list is scrolled by as much as a row grew or shrank, so that what is in sight below it stays where it
 * is. The virtualizer's own rule leaves a drawn row out while one scrolls up: just when images above turn out not
 * to be there.
 */
export function anchorsScroll<Scroller extends Element, Item extends Element>(
  { start, end }: Pick<VirtualItem, 'start' | 'end'>,
  _delta: number,
  { scrollOffset, scrollRect }: Virtualizer<Scroller, Item>,
): boolean {
  const top = scrollOffset ?? 0;
  return start < top && end <= top + (scrollRect?.height ?? 0);
}
