import type { MessageType } from '@chat/contract/messages';
import type { Push } from '@chat/contract/notifications';
import type { HoursStatus } from '../working-hours/context.ts';
import type { Wishes } from './hand-over.ts';

const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

const texts = {
  newMessage: 'Nuevo mensaje',
  image: 'Imagen',
  video: 'Vídeo',
  voice: 'Mensaje de voz',
  file: (name: string) => `Archivo: ${name}`,
  captioned: (kind: string, caption: string) => `${kind}: ${caption}`,
  mentioned: (text: string) => `Te mencionó: ${text}`,
  inGroup: (email: string, group: string) => `${email} · ${group}`,
  unread: 'Mensajes sin leer',
  unreadIn: (messages: number, chats: number) =>
    `${counted(messages, 'mensaje', 'mensajes')} en ${counted(chats, 'conversación', 'conversaciones')}`,
  ended: 'Tu sesión ha caducado',
  signInAgain: 'Inicia sesión de nuevo para recibir avisos.',
  test: 'Notificación de prueba',
};

/** A push, and how the push service is to treat it. */
export interface PushToSend {
  push: Push;
  /** The subject, whose earlier push is replaced: a chat, or a kind of push without one. */
  about: string;
  ttl: number;
  urgency: Wishes['urgency'];
}

const MIN_TTL_S = 60;
const MAX_TTL_S = 86_400;

/** Seconds until the person's hours end, within bounds; no such end counts where pushes come outside them too. */
export function ttlOf(status: HoursStatus | undefined, now = Date.now()): number {
  if (!status || status.outsideHours) return MAX_TTL_S;
  if (!status.inside) return MIN_TTL_S;
  const left = status.until ? (status.until.getTime() - now) / 1_000 : MAX_TTL_S;
  return Math.min(MAX_TTL_S, Math.max(MIN_TTL_S, Math.floor(left)));
}

/** The content of a message as it stands when the push is handed over. */
export interface SaidRow {
  chatUuid: string;
  groupUuid: string;
  /** Null in a direct chat. */
  groupName: string | null;
  messageUuid: string;
  senderEmail: string;
  type: MessageType;
  /** Its first characters. */
  content: string;
  fileName: string | null;
  isVoice: boolean;
  isMentioned: boolean;
  /** The push only replaces an earlier one of the same message. */
  isSilent: boolean;
}

/** Characters of a text that are shown. */
export const SHOWN_CHARACTERS = 120;

const beginning = (text: string) => [...text].slice(0, SHOWN_CHARACTERS).join('');

function kindOf({ type, fileName, isVoice }: SaidRow): string {
  if (type === 'IMAGE') return texts.image;
  if (type === 'VIDEO') return texts.video;
  return isVoice ? texts.voice : texts.file(fileName ?? '');
}

function bodyOf(said: SaidRow): string {
  const { type, content, isMentioned } = said;
  const caption = content === '' ? kindOf(said) : beginning(texts.captioned(kindOf(said), content));
  const body = type === 'TEXT' ? beginning(content) : caption;
  return isMentioned ? texts.mentioned(body) : body;
}

// The page opens the group, and in it the chat.
const urlOf = ({ groupUuid, chatUuid }: Pick<SaidRow, 'groupUuid' | 'chatUuid'>) =>
  `/groups/${groupUuid}?chat=${chatUuid}`;

export function messagePush(said: SaidRow, showsContent: boolean, ttl: number): PushToSend {
  const { chatUuid, groupName, messageUuid, senderEmail, isSilent } = said;
  return {
    push: {
      type: 'message',
      title: groupName === null ? senderEmail : texts.inGroup(senderEmail, groupName),
      body: showsContent ? bodyOf(said) : texts.newMessage,
      url: urlOf(said),
      chatId: chatUuid,
      messageId: messageUuid,
      ...(isSilent && { silent: true }),
    },
    about: chatUuid,
    ttl,
    urgency: 'high',
  };
}

export function withdrawPush(
  { chatUuid, groupUuid, messageUuid }: Pick<SaidRow, 'chatUuid' | 'groupUuid' | 'messageUuid'>,
  ttl: number,
): PushToSend {
  const url = urlOf({ chatUuid, groupUuid });
  return {
    push: { type: 'withdraw', title: '', body: '', url, chatId: chatUuid, messageId: messageUuid },
    about: chatUuid,
    ttl,
    urgency: 'normal',
  };
}

export const summaryPush = (messages: number, chats: number, ttl: number): PushToSend => ({
  push: {
    type: 'summary',
    title: texts.unread,
    body: texts.unreadIn(messages, chats),
    url: '/groups',
  },
  about: 'summary',
  ttl,
  urgency: 'normal',
});

export const endedPush = (ttl: number): PushToSend => ({
  push: { type: 'ended', title: texts.ended, body: texts.signInAgain, url: '/auth/login' },
  about: 'ended',
  ttl,
  urgency: 'normal',
});

export const testPush: PushToSend = {
  push: { type: 'test', title: texts.test, body: '', url: '/groups' },
  about: 'test',
  ttl: MIN_TTL_S,
  urgency: 'high',
};
