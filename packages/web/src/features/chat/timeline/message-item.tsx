import type { Message } from '@chat/contract/messages';
import { Forward } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { cx } from '../../../shared/ui/cx.ts';
import { Avatar, toneOf } from '../../../shared/ui/person.tsx';
import { Ticks } from '../../../shared/ui/ticks.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { MessageMedia } from '../media/message-media.tsx';
import { messagesTexts } from '../messages/messages.texts.ts';
import { QuoteBlock } from '../replies/quote-block.tsx';
import styles from './message-item.module.css';
import { messageText } from './message-text.tsx';
import { isFewEmoji } from './text-parts.ts';

interface MessageItemProps {
  message: Message;
  isOwn: boolean;
  isFirst: boolean;
  /** The original a reply has just led to. */
  isHighlighted: boolean;
  viewerId: string;
  /** Others' messages show how far they have come as well. */
  hasAllTicks?: boolean | undefined;
  /** Leads to the message that this one answers. */
  onQuote?: ((messageId: string) => void) | undefined;
  /** The actions on a message; must stay the same function between renders. */
  renderTools?: ((message: Message) => ReactNode) | undefined;
  /** The part at the message's lower edge; must stay the same function between renders. */
  renderFooter?: ((message: Message) => ReactNode) | undefined;
}

export const MessageItem = memo(function MessageItem({
  message,
  isOwn,
  isFirst,
  isHighlighted,
  viewerId,
  hasAllTicks = false,
  onQuote,
  renderTools,
  renderFooter,
}: MessageItemProps) {
  return (
    <Bubble
      sender={isOwn ? messagesTexts.you : message.senderEmail}
      isOwn={isOwn}
      isFirst={isFirst}
      isHighlighted={isHighlighted}
      hasAvatar={message.chatType === 'GROUP' && !isOwn}
      isMention={!isOwn && message.mentions.some(({ uuid }) => uuid === viewerId)}
      quote={
        message.forwarded ? (
          <ForwardedNote />
        ) : (
          message.replyToMessageUuid && (
            <QuoteBlock quote={message} viewerId={viewerId} onOpen={onQuote} />
          )
        )
      }
      media={message.mediaUrl && <MessageMedia message={message} />}
      tools={renderTools?.(message)}
      footer={renderFooter?.(message)}
      isLarge={isFewEmoji(message.content)}
      meta={
        <>
          {message.editedAt !== null && <span>{messagesTexts.edited}</span>}
          <Time instant={message.createdAt} />
          {(isOwn || hasAllTicks) && <Ticks status={message.status} />}
        </>
      }
    >
      {messageText(message.content, message.mentions, viewerId)}
    </Bubble>
  );
});

interface BubbleProps {
  sender: string;
  isOwn: boolean;
  /** Opens what one sender says in one breath: the name is shown. */
  isFirst: boolean;
  isFailed?: boolean;
  /** A face beside what others say, where there are several of them. */
  hasAvatar?: boolean;
  /** The message mentions the viewer. */
  isMention?: boolean;
  /** The text is an emoji or two, drawn large. */
  isLarge?: boolean;
  /** A reply has just led here. */
  isHighlighted?: boolean;
  /** The answered message, or the note that this one is a copy; drawn at the top. */
  quote?: ReactNode;
  /** A picture or file above the text. */
  media?: ReactNode;
  /** Time and ticks. */
  meta: ReactNode;
  /** A button beside the bubble, shown when the message is pointed at or reached by keyboard. */
  tools?: ReactNode;
  /** Under the bubble. */
  footer?: ReactNode;
  children: ReactNode;
}

export function Bubble(props: BubbleProps) {
  const { sender, isOwn, isFirst, isFailed, hasAvatar, isMention, isHighlighted = false } = props;
  const { isLarge, quote, media, meta, tools, footer, children } = props;
  return (
    <article
      ref={isHighlighted ? focusInPlace : undefined}
      tabIndex={-1}
      data-highlighted={isHighlighted || undefined}
      className={cx(
        styles.row,
        isOwn && styles.own,
        isFirst && styles.first,
        hasAvatar && styles.withAvatar,
        isHighlighted && styles.highlighted,
      )}
    >
      {hasAvatar && isFirst && (
        <span className={styles.avatar}>
          <Avatar email={sender} size="s" />
        </span>
      )}
      <div className={styles.line}>
        <div
          className={cx(
            styles.bubble,
            Boolean(media) && styles.withMedia,
            isFailed && styles.failed,
            isMention && styles.mention,
          )}
        >
          {renderSender(props)}
          {isMention && <p className="visually-hidden">{messagesTexts.mentionsYou}</p>}
          {quote}
          {media && <div className={styles.media}>{media}</div>}
          <div className={cx(styles.body, isLarge && styles.large)} dir="auto">
            <p className={styles.text}>{children}</p>
            <span className={styles.meta}>{meta}</span>
          </div>
        </div>
        {tools}
      </div>
      {footer}
    </article>
  );
}

/** Said before each message, and seen above the first one. */
function renderSender({ sender, isOwn, isFirst }: BubbleProps) {
  if (!isFirst) return <p className="visually-hidden">{sender}</p>;
  return <p className={cx(styles.sender, !isOwn && toneOf(sender))}>{withBreaks(sender)}</p>;
}

/** The reply one came from may be out of sight, and its quote with the focus gone. */
const focusInPlace = (article: HTMLElement | null) => article?.focus({ preventScroll: true });

/** Above what a message says that is a copy of another one. */
export const ForwardedNote = () => (
  <p className={styles.note}>
    <Forward aria-hidden="true" />
    {messagesTexts.forwarded}
  </p>
);
