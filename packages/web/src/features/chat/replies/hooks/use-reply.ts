import type { Message } from '@chat/contract/messages/messages.schema';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { messagesQuery } from '../../messages/api/list-messages.ts';
import type { MessageWindow } from '../../messages/message-window.ts';
import { dropReply, setReply, useReplies } from '../replies.ts';

/** Which message of a chat is being answered. */
export function useReply(
  hash: string,
  chatId: string | null,
): [replyTo: Message | null, setReplyTo: (message: Message | null) => void] {
  const replyTo = useReplies((replies) => replies[hash]) ?? null;
  const setReplyTo = useCallback((message: Message | null) => setReply(hash, message), [hash]);
  // As long as nothing is answered, going to another chat changes nothing here.
  const watched = replyTo && chatId;
  const { data: isGone } = useQuery({
    ...messagesQuery(watched ?? ''),
    enabled: watched !== null,
    select: (loaded) => replyTo !== null && wasDeleted(loaded, replyTo),
  });
  // A deletion during an absence shows only in the list that is read afterwards.
  useEffect(() => {
    if (isGone && replyTo) dropReply(replyTo.uuid);
  }, [isGone, replyTo]);
  return [replyTo, setReplyTo];
}

function wasDeleted({ messages }: MessageWindow, { uuid, seq }: Message): boolean {
  const [oldest, newest] = [messages[0], messages.at(-1)];
  if (!oldest || !newest || seq < oldest.seq || seq > newest.seq) return false;
  return !messages.some((message) => message.uuid === uuid);
}
