import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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
export function useAnnouncedMutation<Variables = void, Data = unknown>({
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

/** Everything that a caller may do once its own call has been answered. */
type Outcome<Data> = {
  onSuccess?: (data: Data) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};

/** Each of the states of a mutation with that function in the place of its own. */
type With<Mutate, State> = State extends unknown
  ? Omit<State, 'mutate'> & { mutate: Mutate }
  : never;

type SingleMutation<Data, Variables, Context> = With<
  (variables: Variables, outcome?: Outcome<Data>) => void,
  UseMutationResult<Data, Error, Variables, Context>
>;

/** Makes a mutation, as `useMutation`; another press during a change starts none, even before the first is drawn. */
export function useSingleMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): SingleMutation<Data, Variables, Context> {
  const mutation = useMutation(options);
  const underWay = useRef<Promise<Data> | null>(null);
  const whenShown = useWhenShown();
  const mutateAsync: typeof mutation.mutateAsync = (...call) => {
    underWay.current ??= mutation.mutateAsync(...call).finally(() => {
      underWay.current = null;
    });
    return underWay.current;
  };
  const mutate = (variables: Variables, outcome: Outcome<Data> = {}) => {
    if (underWay.current) return;
    mutateAsync(variables)
      .then(
        (data) => whenShown(() => outcome.onSuccess?.(data)),
        // Callers that do not wait for it get a failure by `onError`.
        (error: Error) => whenShown(() => outcome.onError?.(error)),
      )
      .finally(() => whenShown(() => outcome.onSettled?.()));
  };
  return { ...mutation, mutate, mutateAsync };
}

/**
 * Runs something at once, or when the component is in sight again: an answer may come while its page is kept behind the
 * screen of a restricted session (rules/account 12). Once it is gone nothing runs.
 */
function useWhenShown(): (run: () => void) => void {
  const isShown = useRef(false);
  const due = useRef<(() => void)[]>([]);
  useEffect(() => {
    isShown.current = true;
    for (const run of due.current.splice(0)) run();
    return () => {
      isShown.current = false;
    };
  }, []);
  return (run) => {
    if (isShown.current) run();
    else due.current.push(run);
  };
}
