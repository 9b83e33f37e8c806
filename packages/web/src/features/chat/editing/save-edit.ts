import { isBlank } from '@chat/contract/checks';
import { editMessage } from '@chat/contract/messages.routes';
import type { QueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { changeWindow } from '../messages/api/list-messages.ts';
import { applyEdited } from '../messages/message-window.ts';
import type { TextDraft } from '../outbox/outgoing-draft.ts';
import { draftOf } from './begin-edit.ts';
import { editingTexts } from './editing.texts.ts';
import { type Editing, endEdit, useEditing } from './editing.ts';

/** Says the message anew. What was typed stays until that is done, with the reason why it is not (rules/edits 19). */
export async function saveEdit(
  queryClient: QueryClient,
  editing: Editing,
  typed: TextDraft,
): Promise<void> {
  const { message, isSaving } = editing;
  const { hash, uuid, chatUuid } = message;
  if (isSaving) return;
  const mentionedUserIds = mentionsAfter(editing, typed);
  if (isAsBefore(editing, typed, mentionedUserIds)) return endEdit(hash);
  useEditing.setState({ [hash]: { ...editing, isSaving: true } });
  // Called off, or another one begun meanwhile.
  const isStill = () => useEditing.getState()[hash]?.place === editing.place;
  try {
    const content = isBlank(typed.content) ? null : typed.content;
    const call = { params: { messageId: uuid }, body: { content, mentionedUserIds } };
    const { content: edited } = await callApi(editMessage, call);
    changeWindow(queryClient, chatUuid, (loaded) => applyEdited(loaded, edited));
    if (isStill()) endEdit(hash);
  } catch (error) {
    if (isStill()) useEditing.setState({ [hash]: { ...editing, isSaving: false } });
    notify(errorMessage(error, editingTexts.failed), 'error');
  }
}

/** Those whose chips stand in the text, and those who never had one in it. */
function mentionsAfter({ message }: Editing, { mentions }: TextDraft): string[] {
  const { chips } = draftOf(message);
  const withoutChip = message.mentions.filter(
    ({ uuid }) => !chips.some((one) => one.uuid === uuid),
  );
  return [...new Set([...mentions, ...withoutChip].map(({ uuid }) => uuid))];
}

function isAsBefore({ message }: Editing, typed: TextDraft, mentionedUserIds: string[]): boolean {
  const before = new Set(message.mentions.map(({ uuid }) => uuid));
  return (
    typed.content === message.content &&
    before.size === mentionedUserIds.length &&
    mentionedUserIds.every((uuid) => before.has(uuid))
  );
}
