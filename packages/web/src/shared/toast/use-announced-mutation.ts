import { useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../api-error.ts';
import { useSingleMutation } from '../hooks/use-single-mutation.ts';
import { notify } from './notify.ts';

interface AnnouncedMutation<Variables> {
  mutationFn: (variables: Variables) => Promise<unknown>;
  /** Shown on success. */
  done?: string;
  /** Shown on failure when the server gave no message; without it failures are only logged (rules/notices 2, 12). */
  failed?: string;
}

/** A change whose outcome the notification bar shows, and after which what is shown is read again. */
export function useAnnouncedMutation<Variables>({
  mutationFn,
  done,
  failed,
}: AnnouncedMutation<Variables>) {
  const queryClient = useQueryClient();
  // Everything: names and counts of one entity stand in the lists of others.
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
