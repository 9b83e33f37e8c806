import type { Mention } from '@chat/contract/messages';
import { type ReactNode, useState } from 'react';
import { cx } from '../../../shared/ui/cx.ts';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { messagesTexts as texts } from '../messages/messages.texts.ts';
import styles from './message-text.module.css';
import {
  drawable,
  isFewEmoji,
  isTall,
  type TextPart,
  textParts,
  turnsEndlessly,
} from './text-parts.ts';

/** A mention of so many characters has room in a line of the narrowest bubble: no places to break it are needed. */
const FITS_A_LINE = 30;

/** Plain text with its links and mention chips; nothing in it is ever markup (rules/messages 29). Mostly it is text alone. */
export function messageText(
  content: string,
  mentions: readonly Mention[],
  viewerId: string,
): ReactNode {
  const drawn = wholeText(content, mentions, viewerId);
  return isTall(content) ? <TallText>{drawn}</TallText> : drawn;
}

/** Eight marks or more on one letter, which reach into other messages. */
const PILE = /\p{M}{8}/u;

function wholeText(content: string, mentions: readonly Mention[], viewerId: string): ReactNode {
  if (isFewEmoji(content)) return <span className={styles.emoji}>{content}</span>;
  if (turnsEndlessly(content)) return <span className={styles.oneWay}>{drawable(content)}</span>;
  const drawn = drawable(content);
  if (PILE.test(drawn)) return <span className={styles.piled}>{drawn}</span>;
  const parts = textParts(drawn, mentions);
  if (parts.every(({ kind }) => kind === 'text')) return drawn;
  let end = 0;
  return parts.map((part) => {
    end += part.text.length;
    return renderPart(part, viewerId, end);
  });
}

/** No component of its own: there may be a thousand of them. */
function renderPart(part: TextPart, viewerId: string, key: number): ReactNode {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'mention') {
    return (
      <span key={key} className={cx(styles.mention, part.userId === viewerId && styles.ofViewer)}>
        {part.text.length > FITS_A_LINE ? withBreaks(part.text) : part.text}
      </span>
    );
  }
  return (
    <a key={key} className={styles.link} href={part.href} target="_blank" rel="noopener noreferrer">
      {part.host === undefined ? (
        part.text
      ) : (
        <>
          <bdi>{part.text}</bdi>
          <bdi className={styles.host}> ({part.host})</bdi>
        </>
      )}
    </a>
  );
}

/** Its beginning, and all of it for who asks: other messages stay in sight (rules/messages 37). */
function TallText({ children }: { children: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <span className={isWhole ? undefined : styles.folded}>{children}</span>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? texts.showLess : texts.showMore}
      </button>
    </>
  );
}
