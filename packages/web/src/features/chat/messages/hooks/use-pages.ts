import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { loadNewerMessages, loadOlderMessages } from '../api/load-pages.ts';

export interface Pages {
  load: () => void;
  isLoading: boolean;
  hasFailed: boolean;
}

/** The next older page, one at a time. */
export const useOlderMessages = (chatId: string | null) => usePages(chatId, loadOlderMessages);

/** The next newer page of a chat that is shown away from its end. */
export const useNewerMessages = (chatId: string | null) => usePages(chatId, loadNewerMessages);

function usePages(
  chatId: string | null,
  loadPage: (queryClient: QueryClient, chatId: string) => Promise<void>,
): Pages {
  const queryClient = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      if (chatId) await loadPage(queryClient, chatId);
    },
  });
  const load = useCallback(() => mutate(), [mutate]);
  return { load, isLoading: isPending, hasFailed: isError };
}
