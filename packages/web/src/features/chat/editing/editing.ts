import type { Message } from '@chat/contract/messages';
import { create } from 'zustand';
import { useSession } from '../../../shared/session.ts';
import type { DraftPlace } from '../mentions/chips.ts';

/** A message of one's own that is being edited. */
export interface Editing {
  message: Message;
  /** Where what is typed stays; beside the chat's draft, which comes back afterwards. */
  place: DraftPlace;
  isSaving: boolean;
}

/** The message being edited in each chat, by the chat's hash; kept for as long as the page lives. */
export const useEditing = create<Record<string, Editing | undefined>>(() => ({}));

// Somebody else who signs in at this page edits nothing yet.
useSession.subscribe((now, before) => {
  if (now.user?.uuid !== before.user?.uuid) useEditing.setState({}, true);
});

export const endEdit = (hash: string): void => useEditing.setState({ [hash]: undefined });
