import type { EditedMessage, Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { beginning } from '../../shared/format/words.ts';
import { onSessionEnd, readSession } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { ownGroupsQuery } from '../chat/list/chat-lists.ts';
import { isMutedFor } from '../chat/list/mutes.ts';
import { hideNotice, hideNotices, hideReadNotices, mayNotify, showNotice } from './notices.ts';
import { notificationsTexts as texts } from './notifications.texts.ts';
import { findEntry, isOffDuty, registerQuietRealtime } from './own-notifications.ts';
import { playSound, primeSound } from './sound.ts';
import { followTabs, isNotifyingTab } from './tabs.ts';

/** The sound, the tabs' agreement on who notifies, and what takes notifications back. */
export function registerNotificationsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  registerQuietRealtime(socket, queryClient);
  primeSound();
  followTabs();
  socket.on('chat:read', ({ chatId }) => hideNotice(chatId));
  onRegistered(() => void hideReadNotices(queryClient));
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
  const isShown = await showNotice(message, noticeOf(message, user.uuid, group?.name));
  if (isShown) await playSound();
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
    isMention: isMentioned,
  };
}

/** As a push of it says, which takes the place of the page's own notification. */
function whatIsSaid(message: Message): string {
  const { type, content } = message;
  if (type === 'TEXT') return beginning(content);
  return content ? texts.captioned(kindOf(message), beginning(content)) : kindOf(message);
}

function kindOf({ type, fileName, waveform }: Message): string {
  if (type === 'IMAGE') return texts.image;
  if (type === 'VIDEO') return texts.video;
  return waveform ? texts.voice : texts.file(fileName ?? '');
}

function cut(text: string): string {
  // A character is two units long at most; one more shows whether something is left out.
  const points = [...text.slice(0, 2 * (LONGEST + 1))];
  return points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : text;
}
