import type { Rect, VirtualItem } from '@tanstack/react-virtual';
import type { RowVirtualizer } from './row-virtualizer.ts';
import type { TimelineRow } from './timeline.ts';

/** What was measured of a chat's newest rows when it was last shown, and how wide the list was then. */
interface Measured {
  width: number;
  heights: ReadonlyMap<TimelineRow['key'], number>;
}

const MAX_CHATS = 50;
const MAX_ROWS = 120;

const measured = new Map<string, Measured>();

/** The place of the list of messages, whichever chat it shows; a guess until there has been one. */
let place: Rect = { width: 900, height: window.innerHeight };

export const listPlace = (): Rect => place;

/** How tall a row of the chat was in a list of the present width, if it was seen before. */
export function knownHeight(chatId: string | null, key: TimelineRow['key']): number | undefined {
  const known = chatId === null ? undefined : measured.get(chatId);
  return known?.width === place.width ? known.heights.get(key) : undefined;
}

/** Notes what a list that goes away has measured: shown again, it is right from its first drawing. */
export function noteHeights(
  chatId: string,
  { measurementsCache }: { measurementsCache: Pick<VirtualItem, 'key' | 'size'>[] },
): void {
  const rows = measurementsCache.slice(-MAX_ROWS);
  const heights = new Map(rows.map(({ key, size }) => [String(key), size]));
  measured.delete(chatId);
  measured.set(chatId, { width: place.width, heights });
  const [oldest] = measured.keys();
  if (measured.size > MAX_CHATS && oldest !== undefined) measured.delete(oldest);
}

/**
 * Reports the list's place to the virtualizer. The next list is taken to have the same one until its observer reports,
 * still before anything is painted: asked for at once, the whole page would be laid out for the answer.
 */
export function observePlace(
  { scrollElement }: Pick<RowVirtualizer, 'scrollElement'>,
  report: (rect: Rect) => void,
): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (!box) return;
    place = { width: Math.round(box.inlineSize), height: Math.round(box.blockSize) };
    report(place);
  });
  if (scrollElement) observer.observe(scrollElement);
  return () => observer.disconnect();
}
