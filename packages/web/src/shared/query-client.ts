import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from './api-error.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      // The server is often on the office network: the browser's idea of "offline" says nothing about it.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
