/*
 * What page and service worker of a browser both know: the notification of each chat, and its last message that was
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

/** What a notification carries for whoever finds it. */
export interface NoticeData {
  title: string;
  url: string;
  chatId?: string | undefined;
  messageId?: string | undefined;
}

interface LastNotice {
  messageId: string;
  isMention: boolean;
}

/** `older`: a later message of its chat was notified already. */
type Standing = 'news' | 'repeat' | 'older';

/** Ids of messages sort by their time. An edit that mentions somebody is news again. */
export function standingOf(notice: LastNotice, last: LastNotice | undefined): Standing {
  if (!last || notice.messageId > last.messageId) return 'news';
  if (notice.messageId < last.messageId) return 'older';
  return notice.isMention && !last.isMention ? 'news' : 'repeat';
}

/** Gives the work its turn: a page and the service worker get the same message at the same time. */
export async function noteNotice(
  notice: Notice,
  work: (standing: Standing) => Promise<void>,
): Promise<void> {
  await inTurnOf(notice.chatId, async () => {
    const standing = standingOf(notice, await readLast(notice.chatId));
    if (standing === 'news') await writeLast(notice.chatId, notice);
    await work(standing);
  });
}

/** A message that is read or gone needs no notification any more; one of a later message stays. */
export async function withdrawNotice(
  registration: ServiceWorkerRegistration,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<void> {
  await inTurnOf(chatId, async () => {
    const last = await readLast(chatId);
    // Its push may come after this one.
    if (!last || last.messageId <= messageId)
      await writeLast(chatId, { messageId, isMention: true });
    for (const shown of await registration.getNotifications({ tag: chatId })) {
      if ((dataOf(shown).messageId ?? '') <= messageId) shown.close();
    }
  });
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

const CACHE = 'notices';
const SOUND_KEY = '/notices/sound';
const keyOf = (chatId: string) => `/notices/chats/${chatId}`;

async function readLast(chatId: string): Promise<LastNotice | undefined> {
  return read(keyOf(chatId));
}

const writeLast = (chatId: string, { messageId, isMention }: LastNotice) =>
  write(keyOf(chatId), { messageId, isMention });

/** The service worker cannot ask the page whether its user wants sounds. */
export const writeMuted = (isMuted: boolean): Promise<void> => write(SOUND_KEY, isMuted);

export const readMuted = async (): Promise<boolean> => (await read(SOUND_KEY)) === true;

export const forgetNotices = async (): Promise<void> => {
  await caches.delete(CACHE);
};

async function read<Value>(key: string): Promise<Value | undefined> {
  try {
    return await (await caches.match(key, { cacheName: CACHE }))?.json();
  } catch {
    // Where nothing may be kept, twice is better than not at all.
    return undefined;
  }
}

async function write(key: string, value: unknown): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(key, new Response(JSON.stringify(value)));
  } catch (error) {
    console.info('this browser keeps nothing', error);
  }
}

async function inTurnOf(chatId: string, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`chat.notice.${chatId}`, work);
  else await work();
}
