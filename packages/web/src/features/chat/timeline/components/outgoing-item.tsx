import { File as FileIcon, RotateCw, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Button } from '../../../../shared/ui/button.tsx';
import { Ticks } from '../../../../shared/ui/ticks.tsx';
import { Time } from '../../../../shared/ui/time.tsx';
import { FileCard } from '../../media/components/file-card.tsx';
import { filesTexts } from '../../media/files.texts.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import { useRetryMessage } from '../../outbox/api/send-message.ts';
import { useIsLate } from '../../outbox/hooks/use-is-late.ts';
import { type OutgoingMessage, removeOutgoing } from '../../outbox/outbox.ts';
import { QuoteBlock } from '../../replies/components/quote-block.tsx';
import { isFewEmoji } from '../text-parts.ts';
import { Bubble } from './bubble.tsx';
import { ForwardedNote } from './forwarded-note.tsx';
import { messageText } from './message-text.tsx';
import styles from './outgoing-item.module.css';
import { OutgoingMedia } from './outgoing-media.tsx';

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
  const retry = useRetryMessage();
  const way = wayOn(outgoing.state);
  return (
    <div className={styles.failure}>
      <span className={styles.reason}>{reasons[outgoing.state]}</span>
      {way && (
        <Button
          variant="ghost"
          size="s"
          icon={<way.Icon aria-hidden="true" />}
          onClick={() => retry(outgoing)}
        >
          {way.label}
        </Button>
      )}
      <Button
        variant="ghost"
        size="s"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => removeOutgoing(outgoing.referenceId)}
      >
        {messagesTexts.discard}
      </Button>
    </div>
  );
}
