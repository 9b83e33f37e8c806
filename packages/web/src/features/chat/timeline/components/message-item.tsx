import type { Message } from '@chat/contract/messages';
import { memo, type ReactNode } from 'react';
import { Ticks } from '../../../../shared/ui/ticks.tsx';
import { Time } from '../../../../shared/ui/time.tsx';
import { MessageMedia } from '../../media/components/message-media.tsx';
import { messagesTexts } from '../../messages/messages.texts.ts';
import { QuoteBlock } from '../../replies/components/quote-block.tsx';
import { isFewEmoji } from '../text-parts.ts';
import { Bubble } from './bubble.tsx';
import { ForwardedNote } from './forwarded-note.tsx';
import { messageText } from './message-text.tsx';

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
  /** What can be done with a message here; must stay the same function between renders. */
  renderTools?: ((message: Message) => ReactNode) | undefined;
  /** What hangs on its lower edge; the same holds for it. */
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
