import type { FilledChat } from '../support/company.ts';

type Speaker = { token: string };

/** Writes a text into a chat; gives the message's uuid. */
export async function say(url: string, { token }: Speaker, chat: FilledChat, content: string) {
  const path = `${url}/api/chats/${chat.uuid}/messages`;
  const [sent] = await send<[{ uuid: string }]>(token, 'POST', path, { type: 'TEXT', content });
  return sent.uuid;
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

async function send<Content>(token: string, method: string, url: string, body?: object) {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { content: Content }).content;
}
