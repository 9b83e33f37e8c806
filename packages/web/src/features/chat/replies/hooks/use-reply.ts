import type { Message } from '@chat/contract/messages';
import { useCallback, useEffect } from 'react';
import { useIsDeleted } from '../../messages/hooks/use-is-deleted.ts';
import { dropReply, setReply, useReplies } from '../replies.ts';

/** Which message of a chat is being answered. */
export function useReply(
  hash: string,
): [replyTo: Message | null, setReplyTo: (message: Message | null) => void] {
  const replyTo = useReplies((replies) => replies[hash]) ?? null;
  const setReplyTo = useCallback((message: Message | null) => setReply(hash, message), [hash]);
  const isDeleted = useIsDeleted(replyTo);
  useEffect(() => {
    if (isDeleted && replyTo) dropReply(replyTo.uuid);
  }, [isDeleted, replyTo]);
  return [replyTo, setReplyTo];
}
