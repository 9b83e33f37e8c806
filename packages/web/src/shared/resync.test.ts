import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { resync } from './query-client.ts';

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
