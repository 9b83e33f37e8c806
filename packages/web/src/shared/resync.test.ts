import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { connection, queryClient, rereadShown, resync } from './query-client.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  connection.socket = null;
});

const queryKey = ['list'];

/** A query of the list, with its answers in the order of the requests. */
function observe() {
  const answers: ((answer: string) => void)[] = [];
  const queryClient = new QueryClient();
  const queryFn = () => new Promise<string>((settle) => answers.push(settle));
  new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {});
  return { queryClient, answers };
}

it('reads once more what was asked for the first time before it was called for', async () => {
  const { queryClient, answers } = observe();
  resync(queryClient, { queryKey });
  answers[0]?.('old');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('new');
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBe('new'));
});

it('asks anew at once for what is there already', async () => {
  const { queryClient, answers } = observe();
  answers[0]?.('old');
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBe('old'));
  resync(queryClient, { queryKey });
  expect(answers).toHaveLength(2);
});

/** A page that shows the list while the server refuses to give it anew. */
async function showOldList() {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  rereadShown(queryClient);
  connection.socket = { connected: true };
  queryClient.setQueryData(queryKey, 'old');
  const busy = new ApiError({ message: '', status: 503 });
  const read = vi.fn().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
  read.mockResolvedValue('new');
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: read, staleTime: 60_000 });
  const leave = observer.subscribe(() => {});
  resync(queryClient, { queryKey });
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(1);
  return { queryClient, read, leave };
}

it('reads what is shown until the server gives it anew', async () => {
  const { queryClient, read } = await showOldList();
  await vi.advanceTimersByTimeAsync(7_500);
  expect(queryClient.getQueryData(queryKey)).toBe('old');
  await vi.advanceTimersByTimeAsync(7_500);
  expect(queryClient.getQueryData(queryKey)).toBe('new');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(3);
});

it('leaves to the next connection what could not be read anew without one', async () => {
  const { read } = await showOldList();
  connection.socket = { connected: false };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
});

it('reads nothing anew that is no longer shown', async () => {
  const { read, leave } = await showOldList();
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
});

it.each([503, 429])(
  'answered %i it asks again after as long as the server says, at another time than other pages',
  async (status) => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { retry } = queryClient.getDefaultOptions().queries ?? {};
    const busy = new ApiError({ message: '', status, retryAfter: '3' });
    const read = vi.fn().mockRejectedValueOnce(busy).mockResolvedValue('new');
    const answered = queryClient.fetchQuery({
      queryKey: [...queryKey, status],
      queryFn: read,
      retry,
    });
    await vi.advanceTimersByTimeAsync(4_400);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await answered).toBe('new');
  },
);
