import { replyToMessage, sendMessage } from '@chat/contract/messages/messages.routes';
import type { CreatedMessage } from '@chat/contract/messages/messages.schema';
import { ApiError } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { findDirectChat } from '../../chats/api/find-direct-chat.ts';
import type { OutgoingMessage } from '../outbox.ts';
import { findFile } from '../outgoing-files.ts';

// An answer that takes longer counts as lost; the reference makes sending again safe.
const ANSWER_WITHIN = 20_000;

/** A reply, a file or a text: each goes its own way to the server (product §7 'Chats'). */
export async function postMessage(outgoing: OutgoingMessage): Promise<CreatedMessage> {
  const [message] = await post(outgoing);
  if (!message) throw new ApiError({ message: '', status: 502 });
  return message;
}

function post(outgoing: OutgoingMessage): Promise<CreatedMessage[]> {
  if (outgoing.file) return postFile(outgoing);
  if (outgoing.reply?.replyToMessageUuid) {
    return postReply(outgoing, outgoing.reply.replyToMessageUuid);
  }
  return postText(outgoing);
}

const mentionedUserIds = ({ mentions }: OutgoingMessage) => mentions.map(({ uuid }) => uuid);
const makeChat = async ({ chat }: OutgoingMessage) => (await findDirectChat(chat)).uuid;

async function postText(outgoing: OutgoingMessage): Promise<CreatedMessage[]> {
  const { content, referenceId } = outgoing;
  const answer = await callApi(sendMessage, {
    params: { chatId: outgoing.chat.chatId ?? (await makeChat(outgoing)) },
    body: {
      content,
      type: 'TEXT',
      referenceId,
      mentionedUserIds: mentionedUserIds(outgoing),
    },
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });
  return answer.content;
}

async function postReply(outgoing: OutgoingMessage, messageId: string): Promise<CreatedMessage[]> {
  const { content, referenceId } = outgoing;
  const answer = await callApi(replyToMessage, {
    params: { messageId },
    body: { content, referenceId, mentionedUserIds: mentionedUserIds(outgoing) },
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });
  return answer.content;
}

async function postFile(outgoing: OutgoingMessage): Promise<CreatedMessage[]> {
  const answer = await callApi(sendMessage, {
    params: { chatId: outgoing.chat.chatId ?? (await makeChat(outgoing)) },
    form: formOf(outgoing),
  });
  return answer.content;
}

function formOf(outgoing: OutgoingMessage): FormData {
  const { chat, content, type, referenceId } = outgoing;
  const form = new FormData();
  form.set('content', content);
  form.set('type', type);
  form.set('referenceId', referenceId);
  if (chat.groupId) {
    form.set('groupUuid', chat.groupId);
    form.set('mentionedUserIds', JSON.stringify(mentionedUserIds(outgoing)));
  }
  const file = findFile(referenceId);
  if (file) form.set('image', file, file.name);
  return form;
}
