import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trimMessages } from '../../messages/api/load-pages.ts';
import { MAX_LOADED } from '../../messages/message-window.ts';
import type { RowVirtualizer } from '../row-virtualizer.ts';
import { newestSeq, type TimelineRow } from '../timeline.ts';

interface Options {
  chatId: string | null;
  /** How many messages are loaded. */
  count: number;
  rows: TimelineRow[];
  virtualizer: RowVirtualizer;
}

/** However far one scrolls, memory stays bounded: the end out of sight is let go of. */
export function useTrim({ chatId, count, rows, virtualizer }: Options): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!chatId || count <= MAX_LOADED) return;
    const inSight = virtualizer.range?.startIndex ?? rows.length - 1;
    trimMessages(queryClient, chatId, newestSeq(rows, inSight));
  }, [queryClient, chatId, count, rows, virtualizer]);
}
