import { logout } from '@chat/contract/auth';
import { callApi } from '../../shared/call-api.ts';
import { leaveSession, readSession } from '../../shared/session.ts';
import { useSingleMutation } from '../../shared/toast/mutations.ts';

/** Leaves here even when the server cannot be reached. */
export const useLogOut = () =>
  useSingleMutation({
    onMutate: () => readSession().login?.accessToken,
    mutationFn: () => callApi(logout),
    // The event of the session's end may come before the answer, and somebody else, or they again, may be in by then.
    onSettled: (_answer, _error, _variables, token) => {
      if (token && readSession().login?.accessToken === token) leaveSession();
    },
  });
