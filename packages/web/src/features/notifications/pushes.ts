import type { Push } from '@chat/contract/notifications';
import { notificationsTexts as texts } from './notifications.texts.ts';
import { runSerially, writeClicked } from './shared-notes.ts';
import {
  chatUrl,
  dataOf,
  type Notice,
  type NoticeData,
  noteNotice,
  noticeOptions,
  readMuted,
  shownOptions,
  withdrawNotice,
} from './shown-notices.ts';

/** A page of this browser, as the service worker sees it. */
export interface OpenPage {
  url: string;
  visibilityState: DocumentVisibilityState;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown) => void;
}

/** The service worker's abilities. */
export interface Worker {
  registration: ServiceWorkerRegistration;
  origin: string;
  userAgent: string;
  /** The page that was used last comes first. */
  listPages: () => Promise<readonly OpenPage[]>;
  openPage: (url: string) => Promise<unknown>;
}

/** A push as the server wrote it; null where there is nothing to understand. */
export function readPush(text: string | undefined): Push | null {
  try {
    const push: Push | null = JSON.parse(text ?? 'null');
    return typeof push?.type === 'string' ? push : null;
  } catch {
    return null;
  }
}

/** Shows, replaces or closes a notification (rules/push-page 3). */
export async function handlePush(worker: Worker, push: Push): Promise<void> {
  const { type, chatId, messageId } = push;
  if (type === 'withdraw') {
    if (chatId && messageId) await withdrawNotice(worker.registration, { chatId, messageId });
    return;
  }
  // Whoever asks for a test looks at the page.
  const isSeen = type !== 'test' && (await isLookedAt(worker));
  if (isSeen && !(await forbidsSilence(worker))) return;
  const shown: Push = isSeen ? { ...push, silent: true } : push;
  if (chatId && messageId)
    await showMessage(worker.registration, noticeOf(push, chatId, messageId), shown);
  else await showOther(worker.registration, shown);
}

/** Apple ends the subscription of a browser that shows nothing for a few pushes. */
async function forbidsSilence({ registration, userAgent }: Worker): Promise<boolean> {
  if (/AppleWebKit/.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent)) return true;
  const subscription = await registration.pushManager?.getSubscription();
  const { hostname = '' } = parseUrl(subscription?.endpoint ?? '') ?? {};
  return /(^|\.)push\.apple\.com$/.test(hostname);
}

const isLookedAt = async ({ listPages }: Worker) =>
  (await listPages()).some(({ visibilityState }) => visibilityState === 'visible');

const noticeOf = ({ title, body, url }: Push, chatId: string, messageId: string): Notice => ({
  ...{ chatId, messageId, title, body, url },
  isMention: body.startsWith(texts.mentioned('')),
});

/** Browsers want a notification for each push: one that says nothing new is shown again, without a sound. */
async function showMessage(
  registration: ServiceWorkerRegistration,
  notice: Notice,
  { silent }: Push,
): Promise<void> {
  await noteNotice(notice, async (standing) => {
    const later = standing === 'older' ? await shownOf(registration, notice.chatId) : undefined;
    const isAgain = silent === true || standing !== 'news';
    const isSilent = isAgain || (await readMuted());
    const own = { title: notice.title, ...noticeOptions(notice, { isSilent, isAgain }) };
    const { title, ...options } = later ?? own;
    await registration.showNotification(title, options);
  });
}

/** The chat's notification as it is on the screen, to be shown once more. */
async function shownOf(registration: ServiceWorkerRegistration, chatId: string) {
  const [shown] = await registration.getNotifications({ tag: chatId });
  if (!shown) return undefined;
  const { title = '', url = '/', messageId } = dataOf(shown);
  const options = shownOptions(shown.body, chatId, { title, url, chatId, messageId });
  return { title, ...options, silent: true };
}

async function showOther(
  registration: ServiceWorkerRegistration,
  { type, title, body, url, silent }: Push,
): Promise<void> {
  const isSilent = silent === true || (await readMuted());
  const options = { ...shownOptions(body, type, { title, url }), silent: isSilent };
  await runSerially(() => registration.showNotification(title, options));
}

/**
 * Opens the chat in a page that is open, else in a new one. A page that is still loading, or frozen, takes what is said
 * to it when it can. A click that no page could take
 * waits for the next one (rules/push-page 9).
 */
export async function handleClick(worker: Worker, data: Partial<NoticeData>): Promise<void> {
  const path = pathOf(worker.origin, data);
  if (path === null) return;
  const clicked = { open: path, id: crypto.randomUUID() };
  for (const page of await worker.listPages()) {
    if (!(await isBroughtToFront(page))) continue;
    await writeClicked(clicked);
    page.postMessage(clicked);
    return;
  }
  const isOpened = await worker.openPage(path).then(
    () => true,
    () => false,
  );
  if (!isOpened) await writeClicked(clicked);
}

/** False of a page that has gone since it was listed. */
const isBroughtToFront = (page: OpenPage) =>
  page.focus().then(
    () => true,
    () => false,
  );

/** Null for an address that is not the page's own. */
function pathOf(origin: string, { url, chatId }: Partial<NoticeData>): string | null {
  const address = parseUrl(url ?? '', origin);
  if (url === undefined || address?.origin !== origin) return null;
  return chatId ? chatUrl(address.pathname, chatId) : `${address.pathname}${address.search}`;
}

function parseUrl(url: string, origin?: string): URL | null {
  try {
    return new URL(url, origin);
  } catch {
    return null;
  }
}
