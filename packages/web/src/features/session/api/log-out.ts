import { logout } from '@chat/contract/auth/auth.routes';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';
import { endSession } from '../../../shared/session.ts';

/** Leaves here even when the server cannot be told. */
export const useLogOut = () =>
  useMutation({ mutationFn: () => callApi(logout), onSettled: endSession });
