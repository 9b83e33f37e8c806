import { appliedEdit } from '@chat/contract/message-changes';
import type { Message } from '@chat/contract/messages';
import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { useSession } from '../../../shared/session.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { useIsDeleted } from '../messages/list-messages.ts';
import { messagesTexts } from '../messages/messages.texts.ts';

/** The message being answered in each chat, by the chat's hash; it lives as long as the page. */
export const useReplies = create<Record<string, Message | undefined>>(() => ({}));

// Somebody else who signs in at this page answers nothing yet.
useSession.subscribe((now, before) => {
  if (now.user?.uuid !== before.user?.uuid) useReplies.setState({}, true);
});

/** A copy each time, so that who answers the same message again is brought to the composer again. */
export const setReply = (hash: string, message: Message | null): void =>
  useReplies.setState({ [hash]: message ? { ...message } : undefined });

/** Updates the message being answered after an edit. */
export function editReply(edited: Message): void {
  const now = useReplies.getState();
  for (const [hash, message] of Object.entries(now)) {
    if (message?.uuid !== edited.uuid) continue;
    useReplies.setState({ [hash]: appliedEdit(message, edited) });
  }
}

/** A deleted message cannot be answered; the typed text stays. */
export function dropReply(messageId: string): void {
  for (const [hash, message] of Object.entries(useReplies.getState())) {
    if (message?.uuid !== messageId) continue;
    setReply(hash, null);
    notify(messagesTexts.repliedDeleted, 'info');
  }
}

/** The message of a chat that is being answered. */
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
