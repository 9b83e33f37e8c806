import { fileTypeOf, isBlank, limits, messageErrors } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useObjectUrl } from '../../../shared/hooks/browser.ts';
import { FormDialog, SubmitButtons } from '../../../shared/ui/form-dialog.tsx';
import { TextArea } from '../../../shared/ui/text-field.tsx';
import { FileCard } from '../media/file-card.tsx';
import { filesTexts } from '../media/files.texts.ts';
import { isVector, onGround } from '../media/pictures.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { copyOf } from '../outbox/attachments.ts';
import { ReplyBar } from '../replies/quote-block.tsx';
import type { ChosenFile } from './composer-actions.ts';
import styles from './send-file-dialog.module.css';
import { countCodePoints, insertAtCursor, isComposing } from './text-input.ts';

interface SendFileDialogProps {
  chosen: ChosenFile;
  maxUploadBytes: number | undefined;
  replyTo: Message | null;
  onCancelReply: (() => void) | undefined;
  onSend: (content: string) => void;
  onCancel: () => void;
}

/** The file as it will be seen, and a message to go with it (rules/composer 8). */
export function SendFileDialog(props: SendFileDialogProps) {
  const { chosen, maxUploadBytes, replyTo, onCancelReply, onSend, onCancel } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(chosen.text);
  const { problem, isCopying } = useFileCopy(chosen.file, maxUploadBytes);
  const isTooLong = countCodePoints(text) > limits.content;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!problem && !isTooLong) onSend(isBlank(text) ? '' : text);
  };
  const cancelReply = () => {
    onCancelReply?.();
    // The button that was pressed goes.
    input.current?.focus();
  };

  return (
    <FormDialog
      isOpen
      onClose={onCancel}
      title={filesTexts.sendFile}
      width={400}
      onSubmit={handleSubmit}
      isChanged={text !== chosen.text}
      footer={
        <SubmitButtons
          label={filesTexts.send}
          isDisabled={problem !== undefined || isTooLong}
          onCancel={onCancel}
        />
      }
    >
      {replyTo && (
        <div className={styles.reply}>
          <ReplyBar replyTo={replyTo} onCancel={cancelReply} />
        </div>
      )}
      <FilePreview file={chosen.file} isCopying={isCopying} />
      {problem && (
        <p className={styles.problem} role="alert">
          <CircleAlert aria-hidden="true" />
          {problem}
        </p>
      )}
      <TextArea
        ref={input}
        label={filesTexts.optionalMessage}
        value={text}
        error={isTooLong ? messageErrors.tooLong : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKeyDown}
      />
    </FormDialog>
  );
}

/** Enter sends, Ctrl+Enter breaks the line. */
function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || isComposing(event) || event.shiftKey) return;
  event.preventDefault();
  if (event.ctrlKey) insertAtCursor(event.currentTarget, '\n');
  else event.currentTarget.form?.requestSubmit();
}

function FilePreview({ file, isCopying }: { file: File; isCopying: boolean }) {
  const type = fileTypeOf(file.name);
  const isRaster = type === 'IMAGE' && !isVector(file.name);
  const url = useObjectUrl(isRaster ? file : undefined);
  const [hasFailed, setHasFailed] = useState(false);
  const isImage = isRaster && !hasFailed;
  return (
    <div className={styles.preview} aria-busy={isCopying}>
      {isImage && (
        <div className={styles.frame}>
          {url && (
            <img
              {...onGround(file.name)}
              src={url}
              alt={filesTexts.preview(file.name)}
              onError={() => setHasFailed(true)}
            />
          )}
        </div>
      )}
      <FileCard type={type} name={file.name} size={file.size} />
      <p className={styles.note}>{isRaster ? filesTexts.sentBared : filesTexts.sentAsItIs}</p>
    </div>
  );
}

/** Copies a chosen file: the file as chosen is what will be sent. `problem` says why the file cannot be sent. */
function useFileCopy(file: File, maxUploadBytes: number | undefined) {
  const problem = fileProblem(file, maxUploadBytes);
  const [copied, setCopied] = useState<{ file: File; isChanged: boolean }>();
  const isSendable = problem === undefined;
  useEffect(() => {
    if (!isSendable) return;
    const settle = (isChanged: boolean) => setCopied({ file, isChanged });
    copyOf(file).then(
      () => settle(false),
      () => settle(true),
    );
  }, [file, isSendable]);
  const isSettled = copied?.file === file;
  const changed = isSettled && copied.isChanged ? messagesTexts.fileChanged : undefined;
  return { problem: problem ?? changed, isCopying: isSendable && !isSettled };
}

const MEGABYTE = 2 ** 20;
const HUNDREDTHS = 100;

/** Why the server would refuse a file, shown before it is sent (rules/files 4). */
export function fileProblem(
  { size }: Pick<File, 'size'>,
  maxUploadBytes: number | undefined,
): string | undefined {
  if (size === 0) return messageErrors.emptyFile;
  if (maxUploadBytes === undefined || size <= maxUploadBytes) return undefined;
  const megabytes = Math.floor((maxUploadBytes / MEGABYTE) * HUNDREDTHS) / HUNDREDTHS;
  return messageErrors.fileTooLarge(megabytes);
}
