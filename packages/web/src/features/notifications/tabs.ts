import { onRegistered, socket } from '../../shared/socket.ts';

/*
 * The tabs of a browser agree, by locks that go with their tabs, on the one that notifies and sounds: none while the
 * user looks at one of them, else the one that was used last.
 */
const LOOKED_AT = 'chat.looked-at';
/** With the time of the use and the tab's own name behind it. */
const USED = 'chat.used.';
// Long enough for all tabs to have received the same message.
const LOCK_TTL_MS = 10_000;
const CLOSING_MS = 500;
/** Typing is one use. */
const USE_MS = 2_000;
const TIME_LENGTH = 15;
const USES = ['pointerdown', 'keydown'];

const tab = Math.random().toString(36).slice(2);
let usedAt = Date.now();

/** A lock that is held until another one takes its place. */
function heldLock() {
  let release: (() => void) | undefined;
  return (name: string | null) => {
    const before = release;
    release = undefined;
    if (name === null) return before?.();
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = () => {
      before?.();
      return held;
    };
    // Missing on plain http, where browsers show no notifications either, and refused where the page may keep nothing.
    navigator.locks?.request(name, { mode: 'shared' }, hold).catch(() => undefined);
  };
}

const holdLook = heldLock();
const holdUse = heldLock();

const followLook = () => holdLook(document.visibilityState === 'hidden' ? null : LOOKED_AT);
const ownUse = () => `${USED}${String(usedAt).padStart(TIME_LENGTH, '0')}.${tab}`;

function noteUse(): void {
  if (Date.now() - usedAt >= USE_MS) noteTurn();
}

/** Another tab may have been used a moment ago. */
function noteTurn(): void {
  usedAt = Date.now();
  if (socket.connected) holdUse(ownUse());
}

/** Lets the other tabs of this browser know whether this one is looked at, and when it was used. */
export function followTabs(): void {
  followLook();
  document.addEventListener('visibilitychange', () => {
    followLook();
    if (document.visibilityState === 'visible') noteTurn();
  });
  for (const use of USES) window.addEventListener(use, noteUse, { capture: true, passive: true });
  window.addEventListener('focus', noteTurn);
  // One that receives nothing must not be waited for.
  onRegistered(() => holdUse(ownUse()));
  socket.on('disconnect', () => holdUse(null));
}

/** Whether this tab notifies of an event that all tabs receive. */
export async function isNotifyingTab(newsId: string): Promise<boolean> {
  try {
    return (await isElected()) && (await isFirst(newsId));
  } catch {
    // Where tabs cannot agree, twice is better than not at all.
    return true;
  }
}

async function isElected(): Promise<boolean> {
  const uses = await findUses();
  const last = uses?.at(-1);
  if (last === undefined || isOwn(last)) return uses !== null;
  // A tab that is being closed keeps its lock for a moment, and notifies no more.
  await new Promise((resolve) => setTimeout(resolve, CLOSING_MS));
  const later = await findUses();
  return later !== null && !later.includes(last) && isOwn(later.at(-1));
}

/** The uses of the tabs, the last one at the end; null while the user looks at one of them. */
async function findUses(): Promise<string[] | null> {
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name = '' }) => name);
  if (names.includes(LOOKED_AT)) return null;
  return names.filter((name) => name.startsWith(USED)).sort();
}

const isOwn = (use: string | undefined) => use?.endsWith(`.${tab}`) === true;

/** Once for an event, even where it comes twice or two tabs have just changed places. */
function isFirst(newsId: string): Promise<boolean> {
  return new Promise((settle, refuse) => {
    const options = { ifAvailable: true };
    const asked = navigator.locks.request(`chat.notified.${newsId}`, options, (lock) => {
      settle(lock !== null);
      return lock && new Promise((resolve) => setTimeout(resolve, LOCK_TTL_MS));
    });
    asked.catch(refuse);
  });
}
