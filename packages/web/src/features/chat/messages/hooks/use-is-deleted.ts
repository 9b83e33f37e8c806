import type { Message } from '@chat/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { messagesQuery } from '../api/list-messages.ts';
import type { MessageWindow } from '../message-window.ts';

/** Whether the message has gone from its open chat; a deletion during an absence shows only in what is read afterwards. */
export function useIsDeleted(message: Message | null): boolean {
  const { data } = useQuery({
    ...messagesQuery(message?.chatUuid ?? ''),
    // As long as there is no message, going to another chat changes nothing here.
    enabled: message !== null,
    select: (loaded) => message !== null && isMissing(loaded, message),
  });
  return data ?? false;
}

function isMissing({ messages }: MessageWindow, { uuid, seq }: Message): boolean {
  const [oldest, newest] = [messages[0], messages.at(-1)];
  if (!oldest || !newest || seq < oldest.seq || seq > newest.seq) return false;
  return !messages.some((message) => message.uuid === uuid);
}
