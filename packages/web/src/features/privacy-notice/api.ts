import {
  acceptNotice,
  exportNoticeAcceptances,
  getNotice,
  listNoticeAcceptances,
  listNoticeVersions,
  publishNotice,
  withdrawNotice,
} from '@chat/contract/privacy-notice';
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { fetchFile, saveFile } from '../../shared/save-file.ts';
import { useAnnouncedMutation, useSingleMutation } from '../../shared/toast/mutations.ts';
import { notify } from '../../shared/toast/notify.ts';
import { privacyNoticeTexts as texts } from './privacy-notice.texts.ts';

const NOTICE = 'privacy-notice';

/** The notice in force; null: none. */
export const noticeQuery = queryOptions({
  queryKey: [NOTICE],
  queryFn: async ({ signal }) => (await callApi(getNotice, { signal })).content,
  staleTime: 0,
});

export const useNotice = () => useQuery(noticeQuery);

/** Whoever must confirm a notice, or one that has changed meanwhile, may know older versions: all are read again. */
export function useAcceptNotice() {
  const queryClient = useQueryClient();
  const resync = () => void queryClient.invalidateQueries({ queryKey: [NOTICE] });
  return useSingleMutation({
    mutationFn: (version: number) => callApi(acceptNotice, { body: { version } }),
    onSuccess: resync,
    onError: (error) => {
      notify(errorMessage(error, texts.confirmFailed), 'error');
      resync();
    },
  });
}

export const useNoticeVersions = () =>
  useQuery({
    queryKey: [NOTICE, 'versions'],
    queryFn: async ({ signal }) => (await callApi(listNoticeVersions, { signal })).content,
    staleTime: 0,
  });

export const usePublishNotice = () =>
  useAnnouncedMutation({
    mutationFn: (text: string) => callApi(publishNotice, { body: { text } }),
    done: texts.form.saved,
    failed: texts.form.failed,
  });

export const useWithdrawNotice = () =>
  useAnnouncedMutation({
    mutationFn: () => callApi(withdrawNotice),
    done: texts.withdrawal.done,
    failed: texts.withdrawal.failed,
  });

const SIZE = '50';

/** Page by page; `isPending`: who has yet to confirm the notice in force. */
export const useAcceptances = (isPending: boolean) =>
  useInfiniteQuery({
    queryKey: [NOTICE, 'acceptances', isPending],
    queryFn: ({ pageParam, signal }) => {
      const page = { page: String(pageParam), size: SIZE };
      const query = isPending ? { ...page, pending: '1' as const } : page;
      return callApi(listNoticeAcceptances, { query, signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    select: ({ pages }) => ({
      total: pages.at(-1)?.pagination?.totalElements ?? 0,
      rows: pages.flatMap(({ content }) => content),
    }),
    gcTime: 0,
  });

export const useExportAcceptances = (isPending: boolean) =>
  useSingleMutation({
    mutationFn: async () => {
      const file = await fetchFile(exportNoticeAcceptances, { pending: isPending ? '1' : '0' });
      saveFile(file, texts.acceptances.csvName);
    },
    onError: (error) => notify(errorMessage(error, texts.acceptances.csvFailed), 'error'),
  });
