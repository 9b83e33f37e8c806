import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { errorMessage } from '../api-error.ts';
import { notify } from './notify.ts';

interface AnnouncedMutation<Variables, Data> {
  mutationFn: (variables: Variables) => Promise<Data>;
  /** Shown on success. */
  done?: string;
  /** Shown on failure when the server gave no message; without it failures are only logged (rules/notices 2, 12). */
  failed?: string;
}

/** A change whose outcome the notification bar shows, and after which what is shown is read again. */
export function useAnnouncedMutation<Variables, Data>({
  mutationFn,
  done,
  failed,
}: AnnouncedMutation<Variables, Data>) {
  const queryClient = useQueryClient();
  // All queries are refreshed: names and counts of one entity are in the lists of others.
  const resync = () => queryClient.invalidateQueries();
  return useSingleMutation({
    mutationFn,
    onSuccess: () => {
      if (done) notify(done);
      // Waited for, so that a dialog that closes uncovers the new list.
      return resync();
    },
    onError: (error) => {
      if (failed) notify(errorMessage(error, failed), 'error');
      else console.error(error);
      void resync();
    },
  });
}

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
