import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { loadOlderMessages } from '../api/list-messages.ts';

/** Loads the next older page, one at a time. */
export function useOlderMessages(chatId: string | null) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      if (chatId) await loadOlderMessages(queryClient, chatId);
    },
  });
  const load = useCallback(() => mutate(), [mutate]);
  return { load, isLoading: isPending, hasFailed: isError };
}
