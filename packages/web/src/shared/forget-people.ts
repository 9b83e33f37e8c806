import { persist, persistedKeys, readKept } from './persist.ts';

const PREFIX = 'chat.';
/** The id of the last signed-in user: stored data belongs to them. */
const PERSON_KEY = 'chat.person';
/** A signal to the other tabs, removed at once. */
const SIGNAL_KEY = 'chat.forget';

/**
 * The keys of the browser itself, whoever uses it. All other keys below the prefix are about a person, whose id they
 * name.
 */
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

// Data that this tab wrote while the other one was forgetting goes as well.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== SIGNAL_KEY || newValue === null) return;
  forgetHere(newValue === 'everybody' ? null : newValue);
});
