import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { newestSeq, type TimelineRow } from '../timeline.ts';
import { useDeleteAnchor } from './use-delete-anchor.ts';
import { useListGrowth } from './use-list-growth.ts';
import { useOverscan } from './use-overscan.ts';
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
