import type { Message } from '@chat/contract/messages/messages.schema';
import { Reply, X } from 'lucide-react';
import { useSession } from '../../../../shared/session.ts';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { messagesTexts } from '../../messages/messages.texts.ts';
import { quoteOf } from '../../outbox/outgoing-draft.ts';
import { QuoteInside } from './quote-block.tsx';
import styles from './reply-bar.module.css';

interface ReplyBarProps {
  replyTo: Message;
  onCancel: (() => void) | undefined;
}

/** What is being answered, over the text that answers it. */
export function ReplyBar({ replyTo, onCancel }: ReplyBarProps) {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  return (
    <section className={styles.bar} aria-label={messagesTexts.replyingTo}>
      <Reply className={styles.icon} aria-hidden="true" />
      <div className={styles.quote}>
        <QuoteInside quote={quoteOf(replyTo)} viewerId={viewerId} />
      </div>
      <IconButton
        label={messagesTexts.cancelReply}
        icon={X}
        withTooltip={false}
        onClick={onCancel}
      />
    </section>
  );
}
