import type { CreatedMessage } from '@chat/contract/messages';
import { replyToMessage, sendMessage } from '@chat/contract/messages.routes';
import { ApiError } from '../../../../shared/api-error.ts';
import { callApi } from '../../../../shared/call-api.ts';
import type { OutgoingMessage } from '../outbox.ts';
import { findDirectChat } from './find-direct-chat.ts';
import { postFile, postFileReply } from './post-file.ts';
import { replyParts, sendParts } from './send-parts.ts';

// An answer that takes longer counts as lost; the reference makes sending again safe.
const ANSWER_TIMEOUT_MS = 20_000;

/** A reply or a new message, with a file or without: each goes its own way to the server (rules/messages 16). */
export async function postMessage(outgoing: OutgoingMessage): Promise<CreatedMessage> {
  const [message] = await post(outgoing);
  if (!message) throw new ApiError({ message: '', status: 502 });
  return message;
}

async function post(outgoing: OutgoingMessage): Promise<CreatedMessage[]> {
  const { chat, file, reply } = outgoing;
  const answered = reply?.replyToMessageUuid;
  if (answered) return file ? postFileReply(outgoing, answered) : postReply(outgoing, answered);
  const chatId = chat.chatId ?? (await findDirectChat(chat)).uuid;
  return file ? postFile(outgoing, chatId) : postText(outgoing, chatId);
}

async function postText(outgoing: OutgoingMessage, chatId: string): Promise<CreatedMessage[]> {
  const answer = await callApi(sendMessage, {
    params: { chatId },
    ...sendParts(outgoing),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  return answer.content;
}

async function postReply(outgoing: OutgoingMessage, messageId: string): Promise<CreatedMessage[]> {
  const answer = await callApi(replyToMessage, {
    params: { messageId },
    body: replyParts(outgoing),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  return answer.content;
}
