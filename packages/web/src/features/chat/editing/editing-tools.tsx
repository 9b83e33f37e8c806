import { isBlank } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { editMessage } from '@chat/contract/writing';
import type { QueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect } from 'react';
import { errorMessage } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { beginning } from '../../../shared/format/words.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { readSession } from '../../../shared/session.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { SubjectBar } from '../../../shared/ui/subject-bar.tsx';
import { configQuery } from '../../system/api.ts';
import { draftOf } from '../mentions/chips.ts';
import { cachedWindow, changeWindow, useIsDeleted, useMessage } from '../messages/list-messages.ts';
import { editingTexts as texts } from '../messages/message-menu.texts.ts';
import { applyEdited } from '../messages/message-window.ts';
import type { TextDraft } from '../outbox/outbox.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { beginEdit, type Editing, editableUntil, endEdit, useEditing } from './editing.ts';
import styles from './editing-tools.module.css';

// The box needs these for an edit. The file is fetched after the chat is drawn.

interface EditBarProps {
  message: Message;
  onCancel: () => void;
}

/** The message being edited, as the chat shows it, above the text that will replace it. */
export function EditBar({ message, onCancel }: EditBarProps) {
  const { chatUuid, uuid, hash } = message;
  const { content, fileName } = useMessage(chatUuid, uuid) ?? message;
  const isDeleted = useIsDeleted(message);
  useEffect(() => {
    if (!isDeleted) return;
    endEdit(hash);
    notify(texts.gone, 'info');
  }, [isDeleted, hash]);
  return (
    <SubjectBar label={texts.editing} icon={Pencil} cancelLabel={texts.cancel} onCancel={onCancel}>
      <p className={styles.title}>{texts.editing}</p>
      <p className={styles.text} dir="auto">
        {beginning(content) || fileName}
      </p>
    </SubjectBar>
  );
}

/** Saves the edit. The typed text stays until then, with the reason of a failure (rules/edits 19). */
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
    notify(errorMessage(error, texts.failed), 'error');
  }
}

/** The people whose chips are in the text, and those who never had a chip in it. */
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

interface Chat {
  hash: string;
  chatId: string;
}

/** The last own message that may still be edited; where that is not known, or still on its way, nothing happens. */
export async function beginLastEdit(
  queryClient: QueryClient,
  { hash, chatId }: Chat,
): Promise<void> {
  const config = await queryClient.ensureQueryData(configQuery).catch(() => undefined);
  const loaded = cachedWindow(queryClient, chatId);
  if (!config || !loaded || loaded.hasNewer || isSending(hash)) return;
  const viewerId = readSession().user?.uuid ?? '';
  const editable = (message: Message) => editableUntil(message, viewerId, config) > serverNow();
  const last = loaded.messages.filter(editable).at(-1);
  if (last) beginEdit(last);
}

const isSending = (hash: string) =>
  useOutbox
    .getState()
    .messages.some(({ chat, state }) => chat.hash === hash && state === 'pending');
