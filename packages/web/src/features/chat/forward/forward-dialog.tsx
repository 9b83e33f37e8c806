import type { Message } from '@chat/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { beginning } from '../../../shared/format/words.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormDialog, SubmitButtons } from '../../../shared/ui/form-dialog.tsx';
import { MultiSelect } from '../../../shared/ui/multi-select.tsx';
import { Avatar } from '../../../shared/ui/person.tsx';
import { FailureState, ListSkeleton } from '../../../shared/ui/placeholders.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { FileCard } from '../media/file-card.tsx';
import { filesTexts } from '../media/files.texts.ts';
import { useMessage } from '../messages/list-messages.ts';
import { forwardTexts as texts } from '../messages/message-menu.texts.ts';
import { forwardMessage, isSought, type Target, useForwardTargets } from './forward.ts';
import styles from './forward-dialog.module.css';

const MAX_TARGETS = 5;

interface ForwardDialogProps {
  /** As it was when its menu was opened. */
  subject: Message;
  onClose: () => void;
}

/** Chooses the chats that a message is forwarded to (rules/forwards 6). */
export function ForwardDialog({ subject, onClose }: ForwardDialogProps) {
  const queryClient = useQueryClient();
  const message = useMessage(subject.chatUuid, subject.uuid);
  const { targets, isLoading, hasFailed, retry } = useForwardTargets();
  const [picked, setPicked] = useState<string[]>([]);
  useEndWhenGone(!message, onClose);
  const chosen = targets.filter(({ value }) => picked.includes(value));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!message || chosen.length === 0) return;
    forwardMessage(
      queryClient,
      message,
      chosen.map(({ chat }) => chat),
    );
    notify(texts.sent(chosen.map(({ label }) => label)));
    onClose();
  };
  const isEmpty = targets.length === 0;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.title}
      width={500}
      onSubmit={handleSubmit}
      isChanged={picked.length > 0}
      footer={
        <SubmitButtons label={texts.forward} isDisabled={chosen.length === 0} onCancel={onClose} />
      }
    >
      {message && <ForwardedPreview message={message} />}
      {isEmpty && isLoading && <ListSkeleton />}
      {isEmpty && hasFailed && <FailureState title={texts.failed} onRetry={retry} />}
      {!isEmpty && (
        <MultiSelect
          label={texts.search}
          hint={texts.max(MAX_TARGETS)}
          options={targets}
          value={picked}
          onChange={setPicked}
          max={MAX_TARGETS}
          matches={isSought}
          renderOption={(target) => <TargetOption target={target} />}
          isTall
        />
      )}
      {!isEmpty && hasFailed && <SomeFailed onRetry={retry} />}
    </FormDialog>
  );
}

function useEndWhenGone(isGone: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isGone) return;
    onClose();
    notify(texts.gone, 'error');
  }, [isGone, onClose]);
}

/** Under the chats that could be read. */
function SomeFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={styles.some} role="status">
      {texts.someFailed}
      <Button variant="ghost" size="s" onClick={onRetry}>
        {texts.retry}
      </Button>
    </p>
  );
}

/** A preview of the forwarded message: the beginning of its text, and the data of its file. */
function ForwardedPreview({ message }: { message: Message }) {
  const { type, content, fileName, fileSize } = message;
  return (
    <div className={styles.preview}>
      {type !== 'TEXT' && (
        <FileCard type={type} name={fileName ?? filesTexts.unnamed} size={fileSize} />
      )}
      {content !== '' && (
        <p className={styles.text} dir="auto">
          {beginning(content)}
        </p>
      )}
    </div>
  );
}

function TargetOption({ target: { label, hint, isGroup } }: { target: Target }) {
  return (
    <>
      <Avatar email={label} size="s" isGroup={isGroup} />
      <span className={styles.lines}>
        <span className={styles.name}>{withBreaks(label)}</span>
        <span className={styles.hint}>{withBreaks(hint)}</span>
      </span>
    </>
  );
}
