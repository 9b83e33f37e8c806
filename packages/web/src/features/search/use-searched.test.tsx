import { required } from '@chat/contract/checks';
import type { FoundMessage } from '@chat/contract/search';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { buildMessage } from '../../test/builders.ts';
import { useSearched } from './find-messages.ts';
import { removeFound } from './found-pages.ts';
import { forgetSearch, setSearchText, submitSearch } from './search-view.ts';

interface Asked {
  query: URLSearchParams;
  signal: AbortSignal;
  answer: (found: FoundMessage[]) => void;
  fail: () => void;
}

const asked: Asked[] = [];
let queryClient: QueryClient;

const chat = {
  uuid: 'chat',
  chatType: 'GROUP' as const,
  groupUuid: 'grupo',
  groupName: 'Ventas',
  counterpartEmail: null,
};
const found = (seq: number): FoundMessage => ({
  message: buildMessage(seq),
  chat,
  snippet: [{ text: `mensaje ${seq}`, hit: true }],
});
const foundBetween = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => found(newest - index));

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const search = () => renderHook(useSearched, { wrapper });
type Search = ReturnType<typeof search>['result'];
const seqs = (result: Search) => result.current.found.data?.map(({ message }) => message.seq);

/** The last request, once there are so many requests. */
async function question(count: number): Promise<Asked> {
  await waitFor(() => expect(asked).toHaveLength(count));
  return required(asked[count - 1], 'question');
}

const submit = (text: string) =>
  act(() => {
    setSearchText(text);
    submitSearch();
  });

beforeEach(() => {
  asked.length = 0;
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  forgetSearch();
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const { searchParams } = new URL(url, 'http://localhost');
    return new Promise<Response>((resolve, reject) => {
      const answer = (content: FoundMessage[]) =>
        resolve(Response.json({ content, pagination: null }));
      asked.push({ query: searchParams, signal, answer, fail: () => reject(new TypeError()) });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
});

afterEach(cleanup);

it('asks once typing rests, and not for each letter', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  search();
  for (const text of ['a', 'ac', 'act', 'acta']) {
    act(() => setSearchText(text));
    await act(() => vi.advanceTimersByTimeAsync(100));
  }
  expect(asked).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(250));
  expect(asked.map(({ query }) => query.get('q'))).toEqual(['acta']);
});

it('asks at once by Enter, and anew for what is shown already', async () => {
  const { result } = search();
  submit('acta');
  (await question(1)).answer([found(1)]);
  await waitFor(() => expect(seqs(result)).toEqual([1]));
  submit('acta');
  (await question(2)).answer([found(2), found(1)]);
  await waitFor(() => expect(seqs(result)).toEqual([2, 1]));
});

it('asks for nothing while nothing is typed or chosen', async () => {
  const { result } = search();
  submit('   ');
  expect(result.current.isAsked).toBe(false);
  expect(asked).toHaveLength(0);
});

it('an older answer never takes the place of a newer one', async () => {
  const { result } = search();
  submit('act');
  const older = await question(1);
  submit('acta');
  (await question(2)).answer([found(2)]);
  await waitFor(() => expect(seqs(result)).toEqual([2]));
  expect(older.signal.aborted).toBe(true);
  older.answer([found(1)]);
  await act(async () => undefined);
  expect(seqs(result)).toEqual([2]);
});

it('shows what was found before until the next answer comes, and fails with it', async () => {
  const { result } = search();
  submit('act');
  (await question(1)).answer([found(1)]);
  await waitFor(() => expect(seqs(result)).toEqual([1]));
  submit('acta');
  const next = await question(2);
  expect(seqs(result)).toEqual([1]);
  expect(result.current.found.isPlaceholderData).toBe(true);
  next.fail();
  await waitFor(() => expect(result.current.found.isError).toBe(true));
  expect(seqs(result)).toBeUndefined();
});

it('goes on after the last message of a full page, deleted or not, until a page is not full', async () => {
  const { result } = search();
  submit('acta');
  (await question(1)).answer(foundBetween(100, 81));
  await waitFor(() => expect(seqs(result)).toHaveLength(20));
  act(() => removeFound(queryClient, buildMessage(81).uuid));
  await waitFor(() => expect(seqs(result)).toHaveLength(19));
  act(() => void result.current.found.fetchNextPage());
  const next = await question(2);
  expect(next.query.get('before')).toBe(buildMessage(81).uuid);
  next.answer(foundBetween(80, 70));
  await waitFor(() => expect(seqs(result)?.at(-1)).toBe(70));
  expect(result.current.found.hasNextPage).toBe(false);
});
