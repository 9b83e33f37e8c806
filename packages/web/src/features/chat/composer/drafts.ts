import { onForget } from '../../../shared/forget-people.ts';
import { persist, persistedKeys, readKept } from '../../../shared/persist.ts';
import { readSession } from '../../../shared/session.ts';
import { type Draft, type DraftPlace, draftOf, emptyDraft, toDraft } from '../mentions/chips.ts';
import { newReferenceId, type TextDraft } from '../outbox/outbox.ts';

/** A draft as one tab keeps it. */
interface PersistedDraft extends Draft {
  /** The newest of a chat is shown where none is the tab's own. */
  writtenAt: number;
}

const TAB_KEY = 'chat.tab';

/** Names this tab over its reloads. Each keeps its own drafts, so that none writes over those of another. */
let tab = readTab();

function readTab(): string {
  try {
    return sessionStorage.getItem(TAB_KEY) ?? nameTab();
  } catch {
    return newReferenceId();
  }
}

function nameTab(): string {
  const name = newReferenceId();
  try {
    sessionStorage.setItem(TAB_KEY, name);
  } catch {
    // Without storage the tab has this name until it is reloaded.
  }
  return name;
}

const ownPrefix = () => `chat.draft.${readSession().user?.uuid ?? ''}.`;
const chatPrefix = (hash: string) => `${ownPrefix()}${hash}.`;
const keyOf = (hash: string) => chatPrefix(hash) + tab;

/** The drafts typed in this page, by chat. */
const written = new Map<string, PersistedDraft>();
/** Under which key, and as what, the draft of another tab is shown in this one. */
const shown = new Map<string, { key: string; text: string }>();

/**
 * The draft of a chat: from this tab, else from another tab, which may be closed by now. A draft survives a reload and
 * an expired session.
 */
export function readDraft(hash: string): Draft {
  const own = parse(readKept(keyOf(hash)));
  if (own) {
    written.set(hash, own);
    return own;
  }
  const [newest] = persistedKeys(chatPrefix(hash))
    .map((key) => ({ key, draft: parse(readKept(key)) }))
    .sort((one, other) => (other.draft?.writtenAt ?? 0) - (one.draft?.writtenAt ?? 0));
  if (!newest?.draft) return emptyDraft;
  shown.set(hash, { key: newest.key, text: newest.draft.text });
  return newest.draft;
}

function parse(kept: string | null): PersistedDraft | null {
  try {
    const { text, chips, writtenAt }: PersistedDraft = JSON.parse(kept ?? '');
    return { ...toDraft(text, chips), writtenAt };
  } catch {
    return null;
  }
}

/** One that was shown of another tab is now this one's; a tab that is still open keeps its own all the same. */
export function writeDraft(hash: string, draft: Draft): void {
  if (!readSession().user) return;
  takeOver(hash);
  if (draft.text === '') {
    written.delete(hash);
    persist(keyOf(hash), null);
  } else {
    written.set(hash, { ...draft, writtenAt: Date.now() });
    persistWritten(hash);
  }
}

function takeOver(hash: string): void {
  const taken = shown.get(hash);
  shown.delete(hash);
  if (!taken) return;
  const now = parse(readKept(taken.key));
  if (now?.text === taken.text) persist(taken.key, null);
}

const persistWritten = (hash: string) => persist(keyOf(hash), JSON.stringify(written.get(hash)));

/** Where a chat's draft stays. */
export const keptDraft = (hash: string): DraftPlace => ({
  key: hash,
  read: () => readDraft(hash),
  write: (draft) => writeDraft(hash, draft),
});

const givers = new Set<(hash: string) => void>();

/** Hears of texts that come back into a chat's box by `giveBack`. */
export function onGivenBack(listener: (hash: string) => void): () => void {
  givers.add(listener);
  return () => givers.delete(listener);
}

/** Puts a text back into the box of a chat, where that is empty. */
export function giveBack(hash: string, text: TextDraft): boolean {
  if (readDraft(hash).text !== '') return false;
  writeDraft(hash, draftOf(text));
  for (const listener of givers) listener(hash);
  return true;
}

/** Another tab has taken over what is still written here, or is a copy of this one and has its name. */
window.addEventListener('storage', ({ key, newValue }) => {
  const hash = [...written.keys()].find((each) => keyOf(each) === key);
  if (!hash) return;
  if (newValue === null) return persistWritten(hash);
  if (parse(newValue)?.text === written.get(hash)?.text) return;
  tab = nameTab();
  for (const each of written.keys()) persistWritten(each);
});

onForget((stays) => {
  if (stays !== null && stays === readSession().user?.uuid) return;
  written.clear();
  shown.clear();
});
