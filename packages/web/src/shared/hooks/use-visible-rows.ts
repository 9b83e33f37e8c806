import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { usePrinting } from './browser.ts';

/** As many are drawn whole: the browser's own search then finds each of them. */
export const DRAWN_WHOLE = 200;

/** A slot of the list: a row, or the room of rows that are out of sight. */
export type Slot<Item> =
  | { key: string; index: number; item: Item }
  | { key: string; height: number };

interface Options<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The height of a row until it is drawn. */
  height: number;
  /** The height of the content above the list in the same scroller, if any. */
  above?: number;
}

/** The attributes with which an item says its place in a list that is only drawn in part. */
export const placeInList = (index: number, count: number) => ({
  'data-index': index,
  'aria-posinset': index + 1,
  'aria-setsize': count,
});

const isScroller = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);

/** A table's frame scrolls sideways alone; what moves the rows is outside of it. */
function scrollerOf(list: HTMLElement | null): HTMLElement | null {
  let element = list?.closest('table')?.parentElement ?? list;
  do element = element?.parentElement ?? null;
  while (element && !isScroller(element));
  return element;
}

const outerHeight = (row: HTMLElement) =>
  row.offsetHeight + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0);

/** Draws of a long list only what is near the screen. Rows carry `data-index` and `measure` as their ref. */
export function useVisibleRows<List extends HTMLElement, Item>(options: Options<Item>) {
  const { items, keyOf, height, above = 0 } = options;
  const count = items.length;
  const list = useRef<List>(null);
  const isPrinting = usePrinting();
  const isWhole = isPrinting || count <= DRAWN_WHOLE;
  const { margin, scroller } = useScroller(list, isWhole, above);
  const { pinned, ...holding } = usePinnedRow();
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    enabled: !isWhole && scroller !== null,
    getScrollElement: () => scroller,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    estimateSize: () => height,
    measureElement: outerHeight,
    scrollMargin: margin,
    overscan: 10,
    rangeExtractor: useCallback((range: Range) => withPinned(range, pinned), [pinned]),
  });
  const slots = isWhole
    ? items.map((item, index) => ({ key: keyOf(item), index, item }))
    : slotsOf(items, virtualizer.getVirtualItems(), margin, virtualizer.getTotalSize());
  const measure = isWhole ? undefined : virtualizer.measureElement;
  return { list, slots, measure, isWhole, holding };
}

function useScroller(list: { current: HTMLElement | null }, isWhole: boolean, above: number) {
  const [place, setPlace] = useState<{ scroller: HTMLElement | null; margin: number }>({
    scroller: null,
    margin: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above moves the list.
  useLayoutEffect(() => {
    const scroller = isWhole ? null : scrollerOf(list.current);
    if (!scroller || !list.current) return;
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setPlace({ scroller, margin: Math.round(top + scroller.scrollTop) });
  }, [list, isWhole, above]);
  return place;
}

/** The row with the focus stays drawn, however far one scrolls: going, it would take the focus along. */
function usePinnedRow() {
  const [pinned, setPinned] = useState<number | null>(null);
  const onFocus = useCallback(({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
    setPinned(index === undefined ? null : Number(index));
  }, []);
  const onBlur = useCallback(() => setPinned(null), []);
  return { pinned, onFocus, onBlur };
}

function withPinned(range: Range, pinned: number | null): number[] {
  const indexes = defaultRangeExtractor(range);
  if (pinned === null || pinned >= range.count || indexes.includes(pinned)) return indexes;
  return [...indexes, pinned].sort((one, other) => one - other);
}

interface Row {
  key: string | number | bigint;
  index: number;
  start: number;
  end: number;
}

function slotsOf<Item>(
  items: readonly Item[],
  rows: Row[],
  margin: number,
  total: number,
): Slot<Item>[] {
  const slots: Slot<Item>[] = [];
  let end = margin;
  for (const row of rows) {
    const item = items[row.index];
    if (item === undefined) continue;
    if (row.start > end) slots.push({ key: `before-${row.key}`, height: row.start - end });
    slots.push({ key: String(row.key), index: row.index, item });
    end = row.end;
  }
  const left = total + margin - end;
  if (left > 0) slots.push({ key: 'rest', height: left });
  return slots;
}
