import { readShared, runSerially, writeShared } from './shared-notes.ts';

/*
 * Knowledge shared by page and service worker of a browser: each chat's notification, and its last messages that were
 * notified here. Whichever comes first notifies; the other one makes no second sound (rules/push-page 4).
 */

/** A notification of a chat's message. */
export interface Notice {
  chatId: string;
  messageId: string;
  title: string;
  body: string;
  /** The path of the page that a click opens. */
  url: string;
  isMention: boolean;
}

/** The data of a notification. */
export interface NoticeData {
  title: string;
  url: string;
  chatId?: string | undefined;
  messageId?: string | undefined;
}

interface Noted {
  messageId: string;
  isMention: boolean;
}

/** Messages of a chat that are known as notified; a message that comes twice comes soon. */
const MAX_NOTED = 8;

/** `older`: it was notified, and another one of its chat after it. */
type Standing = 'news' | 'repeat' | 'older';

/** `noted`: in the order in which they were notified. An edit that mentions somebody is news again. */
export function standingOf({ messageId, isMention }: Noted, noted: readonly Noted[]): Standing {
  const at = noted.findIndex((one) => one.messageId === messageId);
  if (at === -1 || (isMention && !noted[at]?.isMention)) return 'news';
  return at === noted.length - 1 ? 'repeat' : 'older';
}

/** Serially: a page and the service worker get the same message at the same time. */
export async function noteNotice(
  { chatId, messageId, isMention }: Pick<Notice, 'chatId' | 'messageId' | 'isMention'>,
  work: (standing: Standing) => Promise<void>,
): Promise<void> {
  await runSerially(async () => {
    const noted = await readNoted(chatId);
    const standing = standingOf({ messageId, isMention }, noted);
    if (standing === 'news') {
      const others = noted.filter((one) => one.messageId !== messageId);
      await writeNoted(chatId, [...others, { messageId, isMention }]);
    }
    await work(standing);
  });
}

/** A message that is read or gone needs no notification any more; one of a later message stays. */
export async function withdrawNotice(
  registration: ServiceWorkerRegistration,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<void> {
  await runSerially(async () => {
    const noted = await readNoted(chatId);
    const isLater = laterThan(messageId, noted);
    let isKept = false;
    for (const shown of await registration.getNotifications({ tag: chatId })) {
      if (isLater(dataOf(shown).messageId ?? '')) isKept = true;
      else shown.close();
    }
    if (noted.some((one) => one.messageId === messageId)) return;
    // Its push may come after this one, and makes no sound then.
    const withdrawn = { messageId, isMention: true };
    await writeNoted(chatId, isKept ? [withdrawn, ...noted] : [...noted, withdrawn]);
  });
}

/**
 * Whether another message was notified after this one. The ids of messages sort by time, but for those that were
 * scheduled: they say nothing where both were notified here.
 */
function laterThan(messageId: string, noted: readonly Noted[]) {
  const placeOf = (id: string) => noted.findIndex((one) => one.messageId === id);
  const place = placeOf(messageId);
  return (other: string) => (place === -1 ? other > messageId : placeOf(other) > place);
}

export function dataOf({ data }: Notification): Partial<NoticeData> {
  return typeof data === 'object' && data !== null ? data : {};
}

/** `isAgain`: it stands there already, and says nothing new. */
export const noticeOptions = (
  { title, body, url, chatId, messageId }: Notice,
  { isSilent, isAgain = false }: { isSilent: boolean; isAgain?: boolean },
) => ({
  ...shownOptions(body, chatId, { title, url, chatId, messageId }),
  // Otherwise a newer one would take its place without a sign.
  renotify: !isAgain,
  silent: isSilent,
});

export const shownOptions = (body: string, tag: string, data: NoticeData) => ({
  body,
  tag,
  data,
  icon: '/icon.svg',
  lang: 'es',
});

/** The address of a chat: its group's, with the chat to open there. */
export const chatUrl = (path: string, chatId: string): string => `${path}?chat=${chatId}`;

/** From the service worker to its pages: the browser has another endpoint. */
export const RESUBSCRIBED = 'resubscribed';

const SOUND_KEY = '/notices/sound';
const keyOf = (chatId: string) => `/notices/chats/${chatId}`;

const readNoted = async (chatId: string): Promise<Noted[]> =>
  (await readShared(keyOf(chatId))) ?? [];

const writeNoted = (chatId: string, noted: Noted[]) =>
  writeShared(keyOf(chatId), noted.slice(-MAX_NOTED));

/** The service worker cannot ask the page whether its user wants sounds. */
export const writeMuted = (isMuted: boolean): Promise<void> => writeShared(SOUND_KEY, isMuted);

export const readMuted = async (): Promise<boolean> => (await readShared(SOUND_KEY)) === true;
