import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { afterPaint } from '../../../../shared/timing.ts';
import { newestSeq, type TimelineRow } from '../timeline.ts';
import type { RowVirtualizer } from './rows-around.ts';
import { AT_END, useRowVirtualizer } from './use-row-virtualizer.ts';

const AT_TOP = 10;
const NEAR_BOTTOM = 600;

export interface Position {
  /** The newest message that has been in sight. */
  upToSeq: number;
  isAtEnd: boolean;
}

interface Options {
  chatId: string | null;
  rows: TimelineRow[];
  scroller: RefObject<HTMLDivElement | null>;
  /** The rows end before the chat does. */
  hasNewer: boolean;
  /** Asked within 10 px of the top (rules/messages 22). */
  onTop: () => void;
  /** Asked before rows that do not reach the newest message run out. */
  onBottom: () => void;
}

const roomBelow = (element: HTMLElement) =>
  element.scrollHeight - element.scrollTop - element.clientHeight;

/** The list of messages: only what is near the screen is drawn; it starts at the newest and stays there. */
export function useMessageList(options: Options) {
  const { chatId, rows, scroller, hasNewer, onTop, onBottom } = options;
  const [position, setPosition] = useState<Position>(() => ({
    upToSeq: newestSeq(rows, rows.length - 1),
    isAtEnd: !hasNewer,
  }));
  const [isUnreadAbove, setUnreadAbove] = useState(false);
  const unreadIndex = useMemo(() => rows.findIndex(({ kind }) => kind === 'unread'), [rows]);
  const overscan = useOverscan(position.isAtEnd);
  const virtualizer = useRowVirtualizer({ chatId, rows, scroller, hasNewer, overscan });
  const noteInSight = useDeleteAnchor({ rows, scroller, virtualizer });
  const last = useRef({ height: 0, top: 0 });
  // A chat that is opened at an old message follows nothing.
  const isFollowing = useRef(!hasNewer);

  const followEnd = useCallback(
    (element: HTMLElement) => {
      // The on-screen keyboard or a growing composer takes room: the newest stays in sight.
      const isResized = element.clientHeight !== last.current.height;
      const isPushed = !hasNewer && isPushedAway(element, last.current.top);
      if ((isResized || isPushed) && isFollowing.current) virtualizer.scrollToEnd();
      last.current = { height: element.clientHeight, top: element.scrollTop };
    },
    [hasNewer, virtualizer],
  );
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    followEnd(element);
    noteInSight();
    const isAtEnd = !hasNewer && roomBelow(element) <= AT_END;
    isFollowing.current = isAtEnd;
    const lastInSight = isAtEnd ? rows.length - 1 : (virtualizer.range?.endIndex ?? -1);
    const seq = newestSeq(rows, lastInSight);
    setPosition((before) => moved(before, seq, isAtEnd));
    setUnreadAbove(unreadIndex >= 0 && unreadIndex < (virtualizer.range?.startIndex ?? 0));
    if (element.scrollTop <= AT_TOP) onTop();
    if (hasNewer && roomBelow(element) <= NEAR_BOTTOM) onBottom();
  }, [rows, scroller, virtualizer, hasNewer, unreadIndex, followEnd, noteInSight, onTop, onBottom]);

  useEffect(look, [look]);
  const onGrowth = useCallback(() => {
    if (isFollowing.current) virtualizer.scrollToEnd();
    look();
  }, [virtualizer, look]);
  useListGrowth({ scroller, virtualizer, onGrowth });
  return { virtualizer, position, look, isFollowing, isUnreadAbove };
}

/** Rows that turn out taller than guessed push the end away; only the reader goes upwards. */
const isPushedAway = (element: HTMLElement, topBefore: number) =>
  element.scrollTop >= topBefore && roomBelow(element) > AT_END;

function moved(before: Position, seq: number, isAtEnd: boolean): Position {
  const upToSeq = Math.max(before.upToSeq, seq);
  const isSame = before.upToSeq === upToSeq && before.isAtEnd === isAtEnd;
  return isSame ? before : { upToSeq, isAtEnd };
}

/**
 * Reports the shown position after it is painted, because nobody has seen it before. Faster changes do not delay the
 * report.
 */
export function useShown(
  position: Position,
  onShown: ((shown: Position) => void) | undefined,
): void {
  const newest = useRef({ position, onShown });
  const callOff = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    newest.current = { position, onShown };
    const report = (painted: Position) => {
      callOff.current = undefined;
      newest.current.onShown?.(painted);
      if (newest.current.position !== painted) wait(newest.current.position);
    };
    const wait = (next: Position) => {
      callOff.current = afterPaint(() => report(next));
    };
    if (!callOff.current) wait(position);
  }, [position, onShown]);
  useEffect(
    () => () => {
      callOff.current?.();
      callOff.current = undefined;
    },
    [],
  );
}

const BEYOND = 14;
/** People who go from chat to chat do not wait for rows that they would not see. */
const SETTLED_AFTER_MS = 300;

/**
 * How many rows are drawn ahead of the reader, beyond what is in sight: none until they stay in the chat, or scroll.
 */
export function useOverscan(isAtEnd: boolean): number {
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setStaying(true)), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isStaying || !isAtEnd ? BEYOND : 0;
}

interface GrowthOptions {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: RowVirtualizer;
  onGrowth: () => void;
}

/**
 * Calls when the list's place or the height of its rows has changed. Sizes of rows are reported in the middle of a
 * frame; what changes then around them, or above, the browser would report as an error, `ResizeObserver loop`.
 */
function useListGrowth({ scroller, virtualizer, onGrowth }: GrowthOptions): void {
  // One observer for all of the list's life: one that began while sizes are reported would be reported too late.
  const report = useEffectEvent(onGrowth);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const resized = new ResizeObserver(() => report());
    resized.observe(element);
    // A row is measured only once it is drawn: until then the end is a guess. The virtualizer writes the height of
    // all rows while sizes are reported, so it is observed where it is written.
    const written = new MutationObserver(() => report());
    const rows = element.firstElementChild;
    if (rows) written.observe(rows, { attributeFilter: ['style'] });
    return () => {
      resized.disconnect();
      written.disconnect();
    };
  }, [scroller]);
  // The virtualizer drops rows that left before these: the last ones it would go on observing, and learn that they have
  // no size any more.
  useLayoutEffect(() => virtualizer.measureElement(null));
}

interface AnchorOptions {
  rows: TimelineRow[];
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: RowVirtualizer;
}

/**
 * The virtualizer keeps the row at the upper edge where it is. When that very row is deleted, the next one that is
 * left stays in its place instead. Returns a function that notes what is in sight.
 */
function useDeleteAnchor({ rows, scroller, virtualizer }: AnchorOptions): () => void {
  const inSight = useRef<{ key: string; top: number }[]>([]);
  useLayoutEffect(() => {
    const [atFold] = inSight.current;
    if (!scroller.current || !atFold || rows.some(({ key }) => key === atFold.key)) return;
    const starts = startsOf(rows, virtualizer);
    const left = inSight.current.find(({ key }) => starts.has(key));
    if (left) scroller.current.scrollTop = (starts.get(left.key) ?? 0) - left.top;
  }, [rows, scroller, virtualizer]);
  return useCallback(() => {
    const at = scroller.current?.scrollTop ?? 0;
    inSight.current = virtualizer
      .getVirtualItems()
      .filter(({ end }) => end > at)
      .map(({ key, start }) => ({ key: String(key), top: start - at }));
  }, [scroller, virtualizer]);
}

const startsOf = (rows: TimelineRow[], { measurementsCache }: AnchorOptions['virtualizer']) =>
  new Map(rows.map(({ key }, index) => [key, measurementsCache[index]?.start ?? 0]));
