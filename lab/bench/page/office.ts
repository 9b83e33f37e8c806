import { sendMessage } from '@chat/contract/writing';
import { Client } from '../../../packages/server/test/client.ts';
import { picture, sendFile } from '../../../packages/server/test/files.ts';
import { required } from '../../support/helpers.ts';
import { contentOf } from '../load/calls.ts';
import { type LightSocket, openSocket } from '../load/light-socket.ts';
import { type Company, type FilledChat, type Person, range } from '../support/company.ts';
import { signInAdministrator } from '../support/server.ts';

const AT_ONCE = 8;
const EVERY = { typing: 3, reaction: 5, removal: 40, comingBack: 60 };

/** The colleagues of one person: half of what they say goes to their group, half to the person alone. */
export interface Office {
  /** Has them write `count` messages, numbered from `from` on, with what goes along with messages. */
  say(from: number, count: number): Promise<void>;
  /** A colleague sends a picture into the chat. */
  sendPicture(chat: FilledChat, fileName: string): Promise<void>;
  /** Writes the last text into the group; returns the text. */
  close(): Promise<string>;
}

/** Each colleague has a socket: they type, write, react, take back, read, and come and go. */
export async function openOffice(url: string, company: Company): Promise<Office> {
  const chats = [...company.groupChats, ...company.directChats];
  const group = required(company.groupChats[0], 'group');
  const sockets = new Map<Person, LightSocket>();
  const connect = async (person: Person) => {
    sockets.get(person)?.lose();
    const caller = { token: person.token, userId: person.uuid };
    sockets.set(person, await openSocket(url, 'chat', caller, () => {}));
  };
  const admin = { token: await signInAdministrator(url) };
  const speakers = new Set(chats.map((chat) => speakerOf(company, chat)));
  for (const person of speakers) await connect(person);

  async function play(n: number): Promise<void> {
    const other = () => required(chats[1 + (n % (chats.length - 1))], 'other chat');
    const chat = n % 2 === 0 ? group : other();
    const speaker = speakerOf(company, chat);
    const signal = { chatId: chat.uuid };
    if (n % EVERY.comingBack === 0) await connect(speaker);
    if (n % EVERY.typing === 0) sockets.get(speaker)?.send('typing', signal);
    const message = await write(url, speaker, chat, `Llega el mensaje ${n}`);
    sockets.get(speaker)?.send('seen', signal);
    if (n % EVERY.reaction === 0) await react(url, speaker, message, '👍');
    if (n % EVERY.removal === 0) await removeMessage(url, admin, chat, message);
  }

  return {
    async say(from, count) {
      let next = from;
      const go = async () => {
        while (next < from + count) await play(next++);
      };
      await Promise.all(range(AT_ONCE).map(go));
    },
    async sendPicture(chat, fileName) {
      const { token } = speakerOf(company, chat);
      const speaker = Object.assign(new Client(url), { token });
      const bytes = await picture('png', 640, 480);
      const { status } = await sendFile(speaker, chat.uuid, { type: 'IMAGE', fileName, bytes });
      if (status !== 201) throw new Error(`A picture was refused (${status})`);
    },
    async close() {
      const text = 'Hasta mañana a todos';
      await write(url, speakerOf(company, group), group, text);
      for (const socket of sockets.values()) socket.lose();
      return text;
    },
  };
}

const speakerOf = ({ people }: Company, { members }: FilledChat) =>
  required(people[members[1] ?? -1], 'second member');

type Speaker = { token: string };

/** Writes a text into a chat; returns the message's uuid. */
async function write(url: string, { token }: Speaker, chat: FilledChat, content: string) {
  const path = `${url}/api/chats/${chat.uuid}/messages`;
  const answer = await send(token, 'POST', path, { type: 'TEXT', content });
  const [sent] = contentOf(sendMessage, answer);
  return required(sent, 'message').uuid;
}

const react = (url: string, { token }: Speaker, messageUuid: string, emoji: string) =>
  send(token, 'POST', `${url}/api/chats/messages/${messageUuid}/react`, { emoji });

/** As administrators may. */
const removeMessage = (url: string, { token }: Speaker, chat: FilledChat, messageUuid: string) =>
  send(token, 'DELETE', `${url}/api/chats/${chat.uuid}/messages/${messageUuid}`);

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
