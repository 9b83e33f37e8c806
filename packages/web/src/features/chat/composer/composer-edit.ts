import type { ReactNode } from 'react';
import type { DraftPlace } from '../mentions/chips.ts';
import type { TextDraft } from '../outbox/outgoing-draft.ts';

/** A message in the box, in place of what is written there otherwise. */
export interface ComposerEdit {
  place: DraftPlace;
  renderBar: (onCancel: () => void) => ReactNode;
  /** A file may do without its caption. */
  canBeEmpty: boolean;
  isSaving: boolean;
  onSave: (typed: TextDraft) => void;
  onCancel: () => void;
}
