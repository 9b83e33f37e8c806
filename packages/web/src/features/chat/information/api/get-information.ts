import { getInformation, type Information } from '@chat/contract/information';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';
import { readLive } from '../../../../shared/live-query.ts';

export const informationKey = (messageId: string) => ['information', messageId] as const;

/** Read once for each look, since a reading may be recorded; `follow-information.ts` keeps it true. */
export const informationQuery = (messageId: string) =>
  queryOptions({
    queryKey: informationKey(messageId),
    queryFn: ({ signal }) =>
      readLive(
        informationKey(messageId),
        async () => (await callApi(getInformation, { params: { messageId }, signal })).content,
        (information): Information => information,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
