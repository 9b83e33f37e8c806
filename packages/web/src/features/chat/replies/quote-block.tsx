import { deletedQuote, unavailableQuote } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { Reply } from 'lucide-react';
import { beginning } from '../../../shared/format/words.ts';
import { useSession } from '../../../shared/session.ts';
import { cx } from '../../../shared/ui/cx.ts';
import { SubjectBar } from '../../../shared/ui/subject-bar.tsx';
import { onGround, thumbnailOf, useThumbnail } from '../media/pictures.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { type Quote, quoteOf } from '../outbox/outbox.ts';
import styles from './quote-block.module.css';

interface QuoteBlockProps {
  quote: Quote;
  viewerId: string;
  /** Leads to the original; without it, or once that is gone, the quote only says what was answered. */
  onOpen?: ((messageId: string) => void) | undefined;
}

/** The answered message: its sender and the beginning of its text. */
export function QuoteBlock({ quote, viewerId, onOpen }: QuoteBlockProps) {
  if (quote.replyToMessageContent === null) return null;
  const messageId = quote.replyToMessageUuid;
  const isGone =
    [deletedQuote, unavailableQuote].includes(quote.replyToMessageContent) &&
    quote.replyToMessageMediaUrl === null;
  const inside = <QuoteInside quote={quote} viewerId={viewerId} isGone={isGone} />;
  if (isGone || messageId === null || !onOpen) return <div className={styles.quote}>{inside}</div>;
  return (
    <button
      type="button"
      className={cx(styles.quote, styles.open)}
      onClick={() => onOpen(messageId)}
      title={messagesTexts.toOriginal}
    >
      {inside}
    </button>
  );
}

interface QuoteInsideProps {
  quote: Quote;
  viewerId: string;
  isGone?: boolean;
}

/** The quote's words and picture; the bar over the composer shows the same. */
function QuoteInside({ quote, viewerId, isGone }: QuoteInsideProps) {
  const { replyToMessageSenderId, replyToMessageSenderEmail, replyToMessageMediaUrl } = quote;
  const isOwn = replyToMessageSenderId === viewerId;
  return (
    <>
      <span className={styles.words}>
        {replyToMessageSenderEmail && (
          <span className={styles.who} title={isOwn ? undefined : replyToMessageSenderEmail}>
            {isOwn ? messagesTexts.you : replyToMessageSenderEmail}
          </span>
        )}
        <span className={cx(styles.what, isGone && styles.gone)} dir="auto">
          {beginning(quote.replyToMessageContent ?? '') || messagesTexts.image}
        </span>
      </span>
      {replyToMessageMediaUrl && (
        <QuotedPicture key={replyToMessageMediaUrl} url={replyToMessageMediaUrl} />
      )}
    </>
  );
}

/** Nothing where there is no small variant: the words say that it is a picture. */
function QuotedPicture({ url }: { url: string }) {
  const src = thumbnailOf(url);
  const { isShown, isMissing, onError } = useThumbnail(src);
  if (isMissing) return null;
  if (!isShown) return <span className={styles.thumb} />;
  // Its name is not known; what is opaque covers the ground.
  return <img {...onGround('', { className: styles.thumb })} src={src} alt="" onError={onError} />;
}

interface ReplyBarProps {
  replyTo: Message;
  onCancel: (() => void) | undefined;
}

/** The message being answered, above the text of the answer. */
export function ReplyBar({ replyTo, onCancel }: ReplyBarProps) {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  return (
    <SubjectBar
      label={messagesTexts.replyingTo}
      icon={Reply}
      cancelLabel={messagesTexts.cancelReply}
      onCancel={onCancel}
    >
      <div className={styles.inBar}>
        <QuoteInside quote={quoteOf(replyTo)} viewerId={viewerId} />
      </div>
    </SubjectBar>
  );
}
