import type { Message } from '@chat/contract/messages/messages.schema';
import { memo } from 'react';
import { formatTime } from '../../../shared/format/time.ts';
import { Ticks } from '../../../shared/ui/ticks.tsx';
import { messagesTexts } from '../messages.texts.ts';
import { Bubble } from './bubble.tsx';

interface MessageItemProps {
  message: Message;
  isOwn: boolean;
  isFirst: boolean;
}

export const MessageItem = memo(function MessageItem({
  message,
  isOwn,
  isFirst,
}: MessageItemProps) {
  return (
    <Bubble
      sender={isOwn ? messagesTexts.you : message.senderEmail}
      isOwn={isOwn}
      isFirst={isFirst}
      hasAvatar={message.chatType === 'GROUP' && !isOwn}
      meta={
        <>
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {isOwn && <Ticks status={message.status} />}
        </>
      }
    >
      {message.content}
    </Bubble>
  );
});
