import { logout } from '@chat/contract/auth/auth.routes';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';
import { leaveSession, readSession } from '../../../shared/session.ts';

/** Leaves here even when the server cannot be told. */
export const useLogOut = () =>
  useMutation({
    // The end of the session may be heard before the answer.
    onMutate: () => readSession().user?.uuid,
    mutationFn: () => callApi(logout),
    onSettled: (_answer, _error, _variables, userId) => leaveSession(userId),
  });
