import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

type Change<Data> = (data: Data) => Data;
type Journal = Change<never>[];

const journals = new Map<string, Set<Journal>>();

/** Changes cached data by a socket event. A read under way takes the change too: its answer may be older. */
export function changeLive<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: Change<Data>,
): void {
  for (const journal of journals.get(hashKey(queryKey)) ?? []) journal.push(change);
  queryClient.setQueryData<Data>(queryKey, (data) => data && change(data));
}

/** Reads data that events change: what is heard between the question and the answer is applied to the answer. */
export async function readLive<Raw, Data>(
  queryKey: QueryKey,
  read: () => Promise<Raw>,
  merge: (raw: Raw) => Data,
): Promise<Data> {
  const journal: Change<Data>[] = [];
  const key = hashKey(queryKey);
  const open = journals.get(key) ?? new Set<Journal>();
  journals.set(key, open.add(journal));
  try {
    const raw = await read();
    return journal.reduce((data, change) => change(data), merge(raw));
  } finally {
    open.delete(journal);
    if (open.size === 0) journals.delete(key);
  }
}
