import { type AuditEvent, listAuditEvents } from '@chat/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

/** Newest first, page by page; read anew whenever it is opened. */
export const useAuditEvents = () =>
  useInfiniteQuery({
    queryKey: ['audit-events'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listAuditEvents, { query: { page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    select: ({ pages }) => eachOnce(pages.flatMap(({ content }) => content)),
    gcTime: 0,
  });

// What is recorded while pages are being read moves the last of one page to the next.
const eachOnce = (events: AuditEvent[]) => [...new Map(events.map((e) => [e.id, e])).values()];
