import type { Message } from '@chat/contract/messages';
import { Reply } from 'lucide-react';
import { useSession } from '../../../../shared/session.ts';
import { SubjectBar } from '../../../../shared/ui/subject-bar.tsx';
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
    <SubjectBar
      label={messagesTexts.replyingTo}
      icon={Reply}
      cancelLabel={messagesTexts.cancelReply}
      onCancel={onCancel}
    >
      <div className={styles.quote}>
        <QuoteInside quote={quoteOf(replyTo)} viewerId={viewerId} />
      </div>
    </SubjectBar>
  );
}
