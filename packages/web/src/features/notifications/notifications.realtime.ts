import type { EditedMessage, Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { beginning } from '../../shared/format/words.ts';
import { onSessionEnd, readSession } from '../../shared/session.ts';
import type { ChatSocket } from '../../shared/socket.ts';
import { ownGroupsQuery } from '../chat/list/chat-lists.ts';
import { hideNotice, hideNotices, mayNotify, showNotice } from './notices.ts';
import { notificationsTexts as texts } from './notifications.texts.ts';
import { findEntry, isMutedFor, isOffDuty, registerQuietRealtime } from './quiet.ts';
import { playSound, primeSound } from './sound.ts';

/** The sound, the tabs' agreement on who notifies, and what takes notifications back. */
export function registerNotificationsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  registerQuietRealtime(socket, queryClient);
  primeSound();
  followLook();
  document.addEventListener('visibilitychange', followLook);
  socket.on('chat:read', ({ chatId }) => hideNotice(chatId));
  onSessionEnd(hideNotices);
}

/** `message`: a browser notification and a sound while nobody looks (rules/notifications 1). */
export function notifyOf(queryClient: QueryClient, message: Message): void {
  if (isNews(message)) void notifyUnwatched(queryClient, message, message.uuid);
}

/** `message:edited`: to whom only the edit mentions, as a message that does; to nobody else (rules/edits 6). */
export function notifyOfEdit(queryClient: QueryClient, edited: EditedMessage): void {
  const { uuid, editedAt, newMentions, senderId } = edited;
  const viewerId = readSession().user?.uuid ?? '';
  if (!newMentions.includes(viewerId) || senderId === viewerId) return;
  void notifyUnwatched(queryClient, edited, `${uuid}.${editedAt}`);
}

/** The newest message received of each chat: one that comes twice is no news. */
const newest = new Map<string, number>();

function isNews({ chatUuid, chatType, seq, senderId }: Message): boolean {
  if (seq <= (newest.get(chatUuid) ?? 0)) return false;
  newest.set(chatUuid, seq);
  return chatType !== 'PERSONAL' && senderId !== readSession().user?.uuid;
}

const isUnwatched = () => document.visibilityState === 'hidden' && mayNotify();

/** `newsId`: the event about which only one tab notifies. */
async function notifyUnwatched(
  queryClient: QueryClient,
  message: Message,
  newsId: string,
): Promise<void> {
  const { user } = readSession();
  if (!user || !isUnwatched()) return;
  // Administrators also receive messages of chats they only monitor.
  const entry = await findEntry(queryClient, message);
  if (entry ? isMutedFor(entry, message, user.uuid) : user.isAdmin) return;
  if (await isOffDuty(queryClient)) return;
  if (!(await isNotifyingTab(newsId)) || !isUnwatched()) return;
  const groups = queryClient.getQueryData(ownGroupsQuery.queryKey);
  const group = groups?.find(({ uuid }) => uuid === message.groupId);
  showNotice(message, noticeOf(message, user.uuid, group?.name));
  await playSound();
}

const LONGEST = 140;

/** The content of a browser notification: the sender, the chat and the text. */
export function noticeOf(message: Message, viewerId: string, groupName: string | undefined) {
  const { senderEmail, chatType, mentions } = message;
  const isInGroup = chatType === 'GROUP' && groupName !== undefined;
  const isMentioned = mentions.some(({ uuid }) => uuid === viewerId);
  const said = cut(whatIsSaid(message));
  return {
    title: isInGroup ? texts.inGroup(senderEmail, groupName) : senderEmail,
    body: isMentioned ? texts.mentioned(said) : said,
  };
}

function whatIsSaid({ type, content, fileName }: Message): string {
  if (type === 'TEXT') return beginning(content);
  if (type === 'FILE') return texts.file(fileName ?? '');
  const kind = type === 'IMAGE' ? texts.image : texts.video;
  return content ? texts.captioned(kind, beginning(content)) : kind;
}

function cut(text: string): string {
  // A character is two units long at most; one more shows whether something is left out.
  const points = [...text.slice(0, 2 * (LONGEST + 1))];
  return points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : text;
}

const LOOKED_AT = 'chat.looked-at';
// Long enough for all tabs to have received the same message.
const LOCK_TTL_MS = 10_000;

let lookAway: (() => void) | undefined;

/** Lets the other tabs of this browser know, by a lock that goes with the tab, whether this one is looked at. */
function followLook(): void {
  lookAway?.();
  if (document.visibilityState === 'hidden') return;
  const looking = new Promise<void>((resolve) => {
    lookAway = resolve;
  });
  // Missing on plain http, where browsers show no notifications either, and refused where the page may keep nothing.
  navigator.locks?.request(LOOKED_AT, { mode: 'shared' }, () => looking).catch(() => undefined);
}

/**
 * Among all tabs of this browser that receive an event, one notifies; none does while the user looks at one of them.
 */
async function isNotifyingTab(newsId: string): Promise<boolean> {
  try {
    return await isFirstTab(newsId);
  } catch {
    // Where tabs cannot agree, twice is better than not at all.
    return true;
  }
}

async function isFirstTab(newsId: string): Promise<boolean> {
  const { held } = await navigator.locks.query();
  if (held?.some(({ name }) => name === LOOKED_AT)) return false;
  return new Promise((settle, refuse) => {
    const options = { ifAvailable: true };
    const asked = navigator.locks.request(`chat.told.${newsId}`, options, (lock) => {
      settle(lock !== null);
      return lock && new Promise((resolve) => setTimeout(resolve, LOCK_TTL_MS));
    });
    asked.catch(refuse);
  });
}
