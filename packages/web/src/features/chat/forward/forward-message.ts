import type { Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../../shared/server-clock.ts';
import { filesTexts } from '../media/files.texts.ts';
import type { ChatTarget, OutgoingMessage } from '../outbox/outbox.ts';
import { newReferenceId } from '../outbox/outgoing-draft.ts';
import { sendOutgoing } from '../outbox/send-message.ts';

/** Sends a copy to each chat through the outbox; while a copy waits, it shows what it copies. */
export function forwardMessage(
  queryClient: QueryClient,
  message: Message,
  chats: ChatTarget[],
): void {
  for (const chat of chats) sendOutgoing(queryClient, copyOf(message, chat));
}

function copyOf(message: Message, chat: ChatTarget): OutgoingMessage {
  const { uuid, type, content, fileName, fileSize } = message;
  const file = { name: fileName ?? filesTexts.unnamed, size: fileSize };
  return {
    referenceId: newReferenceId(),
    chat,
    type,
    content,
    mentions: [],
    reply: null,
    file: null,
    forwarded: { messageId: uuid, file: type === 'TEXT' ? null : file },
    createdAt: new Date(serverNow()).toISOString(),
    state: 'pending',
  };
}
