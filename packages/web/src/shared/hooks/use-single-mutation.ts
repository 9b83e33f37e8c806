import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useRef } from 'react';

/** As `useMutation`; while a change is under way another press is none, even before the first has been drawn. */
export function useSingleMutation<Data, Variables, Context>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const mutation = useMutation(options);
  const underWay = useRef<Promise<Data> | null>(null);
  const mutateAsync: typeof mutation.mutateAsync = (...call) => {
    underWay.current ??= mutation.mutateAsync(...call).finally(() => {
      underWay.current = null;
    });
    return underWay.current;
  };
  const mutate: typeof mutation.mutate = (...call) => {
    // Callers that do not wait for it get a failure by `onError`.
    mutateAsync(...call).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync };
}
