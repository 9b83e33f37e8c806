import type { QueryClient, QueryFilters } from '@tanstack/react-query';

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
