import { hashKey, QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { ApiError, isRefusal } from './api-error.ts';

const MAX_RETRY_MS = 5_000;
/** Until old data that are shown are read again. */
const REREAD_MS = 5_000;

/** Thousands of pages lose the server at once: they ask again at different times. */
const apart = (ms: number): number => ms * (1 + Math.random());

/** After as long as the server asks for. */
function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  return apart(Math.min(asked ?? 1_000 * 2 ** failures, MAX_RETRY_MS));
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      retryDelay,
      // The server is often on the office network: the browser's idea of "offline" says nothing about it.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

rereadShown(queryClient);

/**
 * Reads shown data once more, for as long as they are shown, when the server could not give them anew. Without a
 * connection the next one has all of it read again (rules/reliability 3).
 */
export function rereadShown(queryClient: QueryClient): void {
  const queries = queryClient.getQueryCache();
  queries.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { query, action } = event;
    if (query.state.data === undefined || isRefusal(action.error)) return;
    setTimeout(() => {
      const isOld = query.state.status === 'error' && query.isActive();
      if (isOld && connection.socket?.connected) void query.fetch().catch(() => undefined);
    }, apart(REREAD_MS));
  });
}

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

type Change<Data> = (data: Data) => Data;
/** Notes a change for a read under way; the key says what data it is of. */
type Note = (change: unknown) => void;

const reads = new Map<string, Set<Note>>();

/** Changes cached data by a socket event. A read under way takes the change too: its answer may be older. */
export function changeLive<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: Change<Data>,
): void {
  for (const note of reads.get(hashKey(queryKey)) ?? []) note(change);
  const query = queryClient.getQueryCache().find<Data>({ queryKey, exact: true });
  const data = query?.state.data;
  if (data === undefined) return;
  // Missed changes are still missing: one event does not replace the refetch, even when the refetch is cancelled.
  if (query?.state.isInvalidated) query.setState({ data: change(data) });
  else queryClient.setQueryData<Data>(queryKey, change(data));
}

/** Reads data that events change: what comes between the request and the answer is applied to the answer. */
export async function readLive<Raw, Data>(
  queryKey: QueryKey,
  read: () => Promise<Raw>,
  merge: (raw: Raw) => Data,
): Promise<Data> {
  const changes: Change<Data>[] = [];
  const note: Note = (change) => changes.push(change as Change<Data>);
  const key = hashKey(queryKey);
  const notes = reads.get(key) ?? new Set<Note>();
  reads.set(key, notes.add(note));
  try {
    const raw = await read();
    return changes.reduce((data, change) => change(data), merge(raw));
  } finally {
    notes.delete(note);
    if (notes.size === 0) reads.delete(key);
  }
}

/** The socket once its code is there: the first view does without, and asks here whether it is connected. */
export const connection: { socket: { connected: boolean } | null } = { socket: null };
