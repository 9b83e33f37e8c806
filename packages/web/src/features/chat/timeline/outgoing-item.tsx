import type { MessageType } from '@chat/contract/messages';
import { File as FileIcon, RotateCw, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { useObjectUrl } from '../../../shared/hooks/browser.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Ticks } from '../../../shared/ui/ticks.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { FileCard } from '../media/file-card.tsx';
import { filesTexts } from '../media/files.texts.ts';
import type { ShownImage } from '../media/image-dialog.tsx';
import { openOwnPreview, preview } from '../media/image-preview.tsx';
import { isVector, onGround } from '../media/pictures.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { type OutgoingFile, type OutgoingMessage, useOutbox } from '../outbox/outbox.ts';
import { useSending } from '../outbox/send-message.ts';
import { useIsLate, useOutgoingFile, useUploadShare } from '../outbox/upload-progress.ts';
import { QuoteBlock } from '../replies/quote-block.tsx';
import { Bubble, ForwardedNote } from './message-item.tsx';
import { messageText } from './message-text.tsx';
import styles from './outgoing-item.module.css';
import { isFewEmoji } from './text-parts.ts';

interface OutgoingItemProps {
  outgoing: OutgoingMessage;
  isFirst: boolean;
  viewerId: string;
  onQuote: (messageId: string) => void;
}

/** A message the server has not answered for: pending, or failed with a way on (rules/messages 25). */
export const OutgoingItem = memo(function OutgoingItem({
  outgoing,
  isFirst,
  viewerId,
  onQuote,
}: OutgoingItemProps) {
  const isFailed = outgoing.state !== 'pending';
  return (
    <Bubble
      sender={messagesTexts.you}
      isOwn
      isFirst={isFirst}
      isFailed={isFailed}
      quote={
        outgoing.forwarded ? (
          <ForwardedNote />
        ) : (
          outgoing.reply && (
            <QuoteBlock quote={outgoing.reply} viewerId={viewerId} onOpen={onQuote} />
          )
        )
      }
      media={mediaOf(outgoing)}
      isLarge={isFewEmoji(outgoing.content)}
      meta={
        <>
          <Time instant={outgoing.createdAt} />
          {!isFailed && <FirstTicks outgoing={outgoing} />}
        </>
      }
      footer={isFailed && <Failure outgoing={outgoing} />}
    >
      {messageText(outgoing.content, outgoing.mentions, viewerId)}
    </Bubble>
  );
});

function mediaOf(outgoing: OutgoingMessage) {
  const { type, file, forwarded } = outgoing;
  if (file) return <OutgoingMedia outgoing={outgoing} file={file} />;
  return forwarded?.file && <FileCard type={type} {...forwarded.file} />;
}

/** As if it had been stored already, until that takes long (rules/messages 24). */
function FirstTicks({ outgoing: { chat, referenceId } }: { outgoing: OutgoingMessage }) {
  const isLate = useIsLate(referenceId);
  const first = chat.chatType === 'PERSONAL' ? 'SEEN' : 'SENT';
  return <Ticks status={isLate ? 'PENDING' : first} />;
}

const reasons: Record<OutgoingMessage['state'], string> = {
  pending: '',
  unreachable: messagesTexts.waitsForNetwork,
  refused: messagesTexts.notSent,
  fileLost: messagesTexts.fileLost,
  fileChanged: messagesTexts.fileChanged,
  notAnImage: filesTexts.notAnImage,
};

/** The way on, where there is one besides discarding it. */
function wayOn(state: OutgoingMessage['state']) {
  if (state === 'fileLost' || state === 'fileChanged') return undefined;
  return state === 'notAnImage'
    ? { label: filesTexts.sendAsFile, Icon: FileIcon }
    : { label: messagesTexts.retry, Icon: RotateCw };
}

function Failure({ outgoing }: { outgoing: OutgoingMessage }) {
  const { referenceId, state } = outgoing;
  const sending = useSending();
  const way = wayOn(state);
  return (
    <div className={styles.failure}>
      <span className={styles.reason}>{reasons[state]}</span>
      {way && (
        <Button
          variant="ghost"
          size="s"
          icon={<way.Icon aria-hidden="true" />}
          onClick={() => sending.retry(referenceId)}
        >
          {way.label}
        </Button>
      )}
      <Button
        variant="ghost"
        size="s"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => sending.discard(referenceId)}
      >
        {messagesTexts.discard}
      </Button>
    </div>
  );
}

interface OutgoingMediaProps {
  outgoing: OutgoingMessage;
  file: OutgoingFile;
}

/** A file on its way, seen from this computer, with how far it has got. */
function OutgoingMedia({ outgoing, file }: OutgoingMediaProps) {
  const { referenceId, type, state } = outgoing;
  return (
    <div className={styles.media}>
      <LocalFile referenceId={referenceId} type={type} file={file} />
      {state === 'pending' && <Progress referenceId={referenceId} name={file.name} />}
    </div>
  );
}

interface LocalFileProps {
  referenceId: string;
  type: MessageType;
  file: OutgoingFile;
}

function LocalFile({ referenceId, type, file: { name, size } }: LocalFileProps) {
  const url = useObjectUrl(useOutgoingFile(referenceId));
  const [hasFailed, setHasFailed] = useState(false);
  if (type !== 'IMAGE' || !url || hasFailed || isVector(name)) {
    return <FileCard type={type} name={name} size={size} />;
  }
  return (
    <button
      type="button"
      className={styles.image}
      aria-label={filesTexts.viewImage(name)}
      onClick={() => openOwnPreview(referenceId)}
    >
      <img
        {...onGround(name)}
        src={url}
        alt={name}
        draggable={false}
        onError={() => setHasFailed(true)}
      />
    </button>
  );
}

/** The image of a message on its way that is looked at, from the bytes that are here. */
export function useOwnPreview(): ShownImage | undefined {
  const referenceId = preview.useSubject()?.referenceId;
  const outgoing = useOutbox(({ messages }) =>
    messages.find((one) => one.referenceId === referenceId),
  );
  const url = useObjectUrl(useOutgoingFile(outgoing?.file ? outgoing.referenceId : null));
  return url && outgoing?.file ? { src: url, url, name: outgoing.file.name } : undefined;
}

function Progress({ referenceId, name }: { referenceId: string; name: string }) {
  const share = useUploadShare(referenceId);
  const sending = useSending();
  const percent = Math.floor((share ?? 0) * 100);
  return (
    <div className={styles.progress}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={filesTexts.uploading(name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={styles.done} style={{ width: `${percent}%` }} />
      </div>
      <span className={styles.percent}>
        {share === undefined ? filesTexts.waiting : filesTexts.percent(share)}
      </span>
      <Button variant="ghost" size="s" onClick={() => sending.discard(referenceId)}>
        {filesTexts.cancel}
      </Button>
    </div>
  );
}
