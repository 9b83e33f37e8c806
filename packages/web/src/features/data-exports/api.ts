import * as routes from '@chat/contract/data-exports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { onRegistered, socket } from '../../shared/socket.ts';
import { useSingleMutation } from '../../shared/toast/mutations.ts';
import { notify } from '../../shared/toast/notify.ts';
import { exportTexts as texts } from './data-exports.texts.ts';

/** The subject of a ZIP. */
export type ExportSubject =
  | { kind: 'own' }
  | { kind: 'user'; userId: string }
  | { kind: 'chat'; chatId: string };

const keyOf = (subject: ExportSubject) => ['data-exports', subject];

async function list(subject: ExportSubject, signal: AbortSignal): Promise<routes.ExportJob[]> {
  if (subject.kind === 'own') return (await callApi(routes.listOwnExports, { signal })).content;
  if (subject.kind === 'user') {
    const params = { userId: subject.userId };
    return (await callApi(routes.listUserExports, { params, signal })).content;
  }
  const params = { chatId: subject.chatId };
  return (await callApi(routes.listChatExports, { params, signal })).content;
}

async function create(subject: ExportSubject): Promise<routes.ExportJob> {
  if (subject.kind === 'own') return (await callApi(routes.createOwnExport)).content;
  if (subject.kind === 'user') {
    return (await callApi(routes.createUserExport, { params: { userId: subject.userId } })).content;
  }
  return (await callApi(routes.createChatExport, { params: { chatId: subject.chatId } })).content;
}

/** The caller's ZIPs of the subject, newest first; read again when one is ready, or the connection was lost meanwhile. */
export function useExports(subject: ExportSubject) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const resync = () => void queryClient.invalidateQueries({ queryKey: ['data-exports'] });
    socket.on('export:ready', resync);
    const stop = onRegistered(resync);
    return () => {
      socket.off('export:ready', resync);
      stop();
    };
  }, [queryClient]);
  return useQuery({
    queryKey: keyOf(subject),
    queryFn: ({ signal }) => list(subject, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

export function useCreateExport(subject: ExportSubject) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: () => create(subject),
    onError: (error) => notify(errorMessage(error, texts.askFailed), 'error'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(subject) }),
  });
}

/** By the browser, which takes a long file piece by piece. */
export function download(fileUrl: string): void {
  const link = document.createElement('a');
  link.href = fileUrl;
  link.download = '';
  link.click();
}
