import { QueryClient, type QueryFilters } from '@tanstack/react-query';
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

/**
 * Has what is shown read again, and the rest once it is shown. A first answer that is on its way may be older than what
 * calls for this, and the cache would take it: it is read once more.
 */
export function resync(queryClient: QueryClient, filters: QueryFilters): void {
  void queryClient.invalidateQueries(filters);
  for (const { queryKey, state, promise } of queryClient.getQueryCache().findAll(filters)) {
    if (state.data !== undefined || !promise) continue;
    const again = () => void queryClient.invalidateQueries({ queryKey, exact: true });
    promise.then(again, () => undefined);
  }
}

/** Runs `work` at the first call, and for all calls of the next `ms` together once more: none goes unanswered. */
export function atMostEvery(ms: number, work: () => void): () => void {
  let isResting = false;
  let isAsked = false;
  function run(): void {
    isResting = true;
    isAsked = false;
    work();
    setTimeout(() => {
      isResting = false;
      if (isAsked) run();
    }, ms);
  }
  return () => {
    if (isResting) isAsked = true;
    else run();
  };
}
