import { type Availability, getAvailability } from '@chat/contract/notifications';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';
import { useServerTime, waitUntil } from '../../../shared/server-clock.ts';
import { type ChatTarget, findDirectChatId } from './chat-lists.ts';

export const AVAILABILITY = 'availability';

/** Nobody tells when the other person's hours end: an open chat looks now and then. */
const POLL_MS = 5 * 60 * 1000;
const STALE_TIME_MS = 60_000;

const availabilityQuery = (chat: ChatTarget) =>
  queryOptions({
    queryKey: [AVAILABILITY, chat.hash],
    async queryFn({ signal }) {
      // The first message needs the warning most, and there may be no chat yet to ask about.
      const chatId = chat.chatId ?? (await findDirectChatId(chat));
      return (await callApi(getAvailability, { params: { chatId }, signal })).content;
    },
    staleTime: STALE_TIME_MS,
    refetchInterval: ({ state }) => waitUntil(state.data?.until) ?? POLL_MS,
  });

const nobodyAway: Availability = { outside: false, until: null };

/** Whether a direct chat's other person is outside their hours, and until when; read again when they begin. */
export function useAvailability(chat: ChatTarget): Availability {
  const query = { ...availabilityQuery(chat), enabled: chat.chatType === 'DIRECT' };
  const { data = nobodyAway } = useQuery(query);
  const { outside, until } = data;
  const isOver = useServerTime((now) => until !== null && Date.parse(until) <= now);
  return outside && isOver ? nobodyAway : data;
}
