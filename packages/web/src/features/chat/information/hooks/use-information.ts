import type { Message } from '@chat/contract/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { socket } from '../../../../shared/socket.ts';
import { followInformation } from '../api/follow-information.ts';
import { informationQuery } from '../api/get-information.ts';

/** Who has got and seen the message, live while it is looked at. */
export function useInformation(message: Message, isAuthor: boolean) {
  const queryClient = useQueryClient();
  useEffect(
    () => followInformation({ socket, queryClient, message, isAuthor }),
    [queryClient, message, isAuthor],
  );
  return useQuery(informationQuery(message.uuid));
}
