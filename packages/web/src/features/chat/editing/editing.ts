import type { Message } from '@chat/contract/messages';
import type { PublicConfig } from '@chat/contract/system';
import { useCallback } from 'react';
import { create } from 'zustand';
import { useServerTime } from '../../../shared/server-clock.ts';
import { useSession } from '../../../shared/session.ts';
import { useConfig } from '../../system/api.ts';
import { type Draft, type DraftPlace, draftOf } from '../mentions/chips.ts';

/** A message of one's own that is being edited. */
export interface Editing {
  message: Message;
  /** Holds the edited text. The chat's own draft stays apart, and comes back after the edit. */
  place: DraftPlace;
  isSaving: boolean;
}

/** The message being edited in each chat, by the chat's hash; kept for as long as the page lives. */
export const useEditing = create<Record<string, Editing | undefined>>(() => ({}));

// Edits end when another user signs in at this page.
useSession.subscribe((now, before) => {
  if (now.user?.uuid !== before.user?.uuid) useEditing.setState({}, true);
});

export const endEdit = (hash: string): void => useEditing.setState({ [hash]: undefined });

const MINUTE_MS = 60_000;

const ownUntil = (message: Message, viewerId: string, minutes: number): number =>
  message.senderId === viewerId ? Date.parse(message.createdAt) + minutes * MINUTE_MS : 0;

/** The time until which the author may edit the message, ms; 0 means never (rules/edits 2). */
export const editableUntil = (message: Message, viewerId: string, config: PublicConfig): number =>
  message.forwarded ? 0 : ownUntil(message, viewerId, config.editMinutes);

/** The time until which the author may delete the message, ms; 0 means never (rules/edits 7). */
const deletableUntil = (message: Message, viewerId: string, config: PublicConfig): number =>
  ownUntil(message, viewerId, config.deleteMinutes);

/** The actions that the author still has on a message; drawn again when a time limit ends. */
export function useOwnActions(message: Message): { canEdit: boolean; canDelete: boolean } {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const { data: config } = useConfig();
  const editUntil = config ? editableUntil(message, viewerId, config) : 0;
  const deleteUntil = config ? deletableUntil(message, viewerId, config) : 0;
  const canEdit = useServerTime(useCallback((now: number) => now < editUntil, [editUntil]));
  const canDelete = useServerTime(useCallback((now: number) => now < deleteUntil, [deleteUntil]));
  return { canEdit, canDelete };
}

/** Puts the message into the composer of its chat. A message that is already being edited keeps what was typed. */
export function beginEdit(message: Message): void {
  const { uuid, hash } = message;
  if (useEditing.getState()[hash]?.message.uuid === uuid) return;
  let draft = draftOf(message);
  const place = {
    key: `edit of ${uuid}`,
    read: () => draft,
    write: (next: Draft) => {
      draft = next;
    },
  };
  useEditing.setState({ [hash]: { message, place, isSaving: false } });
}
