import { persist, persistedKeys } from '../../../shared/persist.ts';
import { readSession } from '../../../shared/session.ts';
import { type Chip, type Draft, type DraftPlace, toDraft } from '../mentions/chips.ts';

const prefix = (userId: string) => `chat.draft.${userId}.`;
const ownPrefix = () => prefix(readSession().user?.uuid ?? '');
const textKey = (hash: string) => ownPrefix() + hash;
const chipsKey = (hash: string) => `${ownPrefix()}mentions.${hash}`;

/** What was typed into a chat and not sent; it outlives a reload and the session, not a logout. */
export function readDraft(hash: string): Draft {
  return toDraft(localStorage.getItem(textKey(hash)) ?? '', readChips(hash));
}

function readChips(hash: string): Chip[] {
  try {
    return JSON.parse(localStorage.getItem(chipsKey(hash)) ?? '[]');
  } catch {
    return [];
  }
}

export function writeDraft(hash: string, { text, chips }: Draft): void {
  persist(textKey(hash), text || null);
  persist(chipsKey(hash), chips.length > 0 ? JSON.stringify(chips) : null);
}

/** Where a chat's draft stays. */
export const keptDraft = (hash: string): DraftPlace => ({
  key: hash,
  read: () => readDraft(hash),
  write: (draft) => writeDraft(hash, draft),
});

export function clearDrafts(userId: string): void {
  for (const key of persistedKeys(prefix(userId))) persist(key, null);
}
