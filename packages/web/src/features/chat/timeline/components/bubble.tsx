import type { ReactNode } from 'react';
import { Avatar } from '../../../../shared/ui/avatar.tsx';
import { cx } from '../../../../shared/ui/cx.ts';
import { toneOf } from '../../../../shared/ui/tone-of.ts';
import { withBreaks } from '../../../../shared/ui/with-breaks.tsx';
import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './bubble.module.css';

interface BubbleProps {
  sender: string;
  isOwn: boolean;
  /** Opens what one sender says in one breath: the name is shown. */
  isFirst: boolean;
  isFailed?: boolean;
  /** A face beside what others say, where there are several of them. */
  hasAvatar?: boolean;
  /** It calls the viewer by name. */
  isMention?: boolean;
  /** Its text is an emoji or two, drawn large. */
  isLarge?: boolean;
  /** A reply has just led here. */
  isHighlighted?: boolean;
  /** What it answers, or that it is a copy, above all else. */
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
