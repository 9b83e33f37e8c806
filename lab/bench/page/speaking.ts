import { sendMessage } from '@chat/contract/messages.routes';
import { required } from '../../support/required.ts';
import type { FilledChat } from '../support/company.ts';
import { contentOf } from '../support/content-of.ts';

type Speaker = { token: string };

/** Writes a text into a chat; gives the message's uuid. */
export async function say(url: string, { token }: Speaker, chat: FilledChat, content: string) {
  const path = `${url}/api/chats/${chat.uuid}/messages`;
  const answer = await send(token, 'POST', path, { type: 'TEXT', content });
  const [sent] = contentOf(sendMessage, answer);
  return required(sent, 'message').uuid;
}

export const react = (url: string, { token }: Speaker, messageUuid: string, emoji: string) =>
  send(token, 'POST', `${url}/api/chats/messages/${messageUuid}/react`, { emoji });

/** As administrators may. */
export const removeMessage = (
  url: string,
  { token }: Speaker,
  chat: FilledChat,
  messageUuid: string,
) => send(token, 'DELETE', `${url}/api/chats/${chat.uuid}/messages/${messageUuid}`);

async function send(token: string, method: string, url: string, body?: object): Promise<string> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return text;
}
