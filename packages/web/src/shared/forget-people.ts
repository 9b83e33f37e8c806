import { persist, persistedKeys, readKept } from './persist.ts';

const PREFIX = 'chat.';
/** Who was signed in last: what is kept is theirs. */
const PERSON_KEY = 'chat.person';
/** Tells the other tabs; nothing stays of it. */
const SIGNAL_KEY = 'chat.forget';

/** What is the browser's own, whoever uses it. All else below the prefix is about somebody, whose id it names. */
const ofBrowser = new Set([
  'login',
  'sessionEnd',
  'device',
  'visitor',
  'theme',
  'sound',
  'notifications',
]);

const isAbout = (key: string, userId: string) => key.split('.')[2] === userId;
const isPersonal = (key: string) => !ofBrowser.has(key.slice(PREFIX.length));

type ForgetListener = (stays: string | null) => void;
const listeners = new Set<ForgetListener>();

/** Calls back when this browser has to forget everybody, or everybody but one. */
export function onForget(listener: ForgetListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whatever people have written, searched or chosen in this browser is gone from it, in every tab (rules/sessions 18). */
export function forgetPeople(): void {
  forget(null);
}

/** Whoever signs in finds their own things, and nothing of anybody before them (rules/sessions 24). */
export function welcome(userId: string): void {
  if (readKept(PERSON_KEY) !== userId) forget(userId);
  persist(PERSON_KEY, userId);
}

function forget(stays: string | null): void {
  forgetHere(stays);
  // Taken from the storage at once: a page of another time must not obey.
  persist(SIGNAL_KEY, stays ?? 'everybody');
  persist(SIGNAL_KEY, null);
}

function forgetHere(stays: string | null): void {
  for (const key of persistedKeys(PREFIX)) {
    if (isPersonal(key) && !(stays && isAbout(key, stays))) persist(key, null);
  }
  for (const listener of listeners) listener(stays);
}

// What this tab wrote while the other one was forgetting goes as well.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== SIGNAL_KEY || newValue === null) return;
  forgetHere(newValue === 'everybody' ? null : newValue);
});
