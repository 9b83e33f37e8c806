import { logout } from '@chat/contract/auth/auth.routes';
import { callApi } from '../../../shared/call-api.ts';
import { useSingleMutation } from '../../../shared/hooks/use-single-mutation.ts';
import { leaveSession, readSession } from '../../../shared/session.ts';

/** Leaves here even when the server cannot be reached. */
export const useLogOut = () =>
  useSingleMutation({
    // The event of the session's end may come before the answer.
    onMutate: () => readSession().user?.uuid,
    mutationFn: () => callApi(logout),
    onSettled: (_answer, _error, _variables, userId) => leaveSession(userId),
  });
