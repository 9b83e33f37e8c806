import {
  type AuditAction,
  type AuditEvent,
  exportAuditEvents,
  listAuditEvents,
} from '@chat/contract/audit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { errorMessage } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { type Days, dayAfter } from '../../shared/format/time.ts';
import { fetchFile, saveFile } from '../../shared/save-file.ts';
import { useSingleMutation } from '../../shared/toast/mutations.ts';
import { notify } from '../../shared/toast/notify.ts';
import { auditTexts as texts } from './audit.texts.ts';

export interface AuditFilters extends Days {
  person: { id: string; email: string } | null;
  action: AuditAction | null;
}

export const noFilters: AuditFilters = { person: null, action: null, since: null, until: null };

export const hasFilters = (filters: AuditFilters): boolean =>
  Object.values(filters).some((filter) => filter !== null);

/** The filters that are set, as the server takes them: its end is not included. */
function queryOf({ person, action, since, until }: AuditFilters) {
  return {
    ...(person && { userId: person.id }),
    ...(action && { action }),
    ...(since && { since }),
    ...(until && { until: dayAfter(until) }),
  };
}

/** Newest first, page by page; read anew whenever the dialog opens. */
export const useAuditEvents = (filters: AuditFilters) =>
  useInfiniteQuery({
    queryKey: ['audit-events', queryOf(filters)],
    queryFn: ({ pageParam, signal }) => {
      const query = { page: String(pageParam), ...queryOf(filters) };
      return callApi(listAuditEvents, { query, signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    select: ({ pages }) => eachOnce(pages.flatMap(({ content }) => content)),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

// An event that is recorded while pages are being read moves the last event of one page to the next page.
const eachOnce = (events: AuditEvent[]) => [...new Map(events.map((e) => [e.id, e])).values()];

export const useExportAudit = (filters: AuditFilters) =>
  useSingleMutation({
    mutationFn: async () =>
      saveFile(await fetchFile(exportAuditEvents, queryOf(filters)), texts.csvName),
    onError: (error) => notify(errorMessage(error, texts.csvFailed), 'error'),
  });
