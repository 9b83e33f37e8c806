import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { changeLive, readLive } from './query-client.ts';

const key = ['list'];
const add = (word: string) => (words: string[]) =>
  words.includes(word) ? words : [...words, word];

it('applies what is heard while an answer is on its way to that answer', async () => {
  const queryClient = new QueryClient();
  const read = readLive(
    key,
    async () => {
      changeLive(queryClient, key, add('heard'));
      return ['read'];
    },
    (words) => words,
  );
  expect(await read).toEqual(['read', 'heard']);
});

it('changes what is held, and nothing of other reads', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(key, ['held']);
  changeLive(queryClient, key, add('heard'));
  expect(queryClient.getQueryData(key)).toEqual(['held', 'heard']);
  expect(
    await readLive(
      key,
      async () => ['later'],
      (words) => words,
    ),
  ).toEqual(['later']);
});

it('leaves to be read again what was to be read again: one event does not make up for those that were missed', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(key, ['held']);
  await queryClient.invalidateQueries({ queryKey: key });
  changeLive(queryClient, key, add('heard'));
  expect(queryClient.getQueryData(key)).toEqual(['held', 'heard']);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

it('leaves it so when its reader goes while it is read again', async () => {
  const queryClient = new QueryClient();
  const queryFn = ({ signal }: { signal: AbortSignal }) => new Promise(() => void signal.aborted);
  queryClient.setQueryData(key, ['held']);
  const leave = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn,
    staleTime: 60_000,
  }).subscribe(() => {});
  void queryClient.invalidateQueries({ queryKey: key });
  changeLive(queryClient, key, add('heard'));
  leave();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});
