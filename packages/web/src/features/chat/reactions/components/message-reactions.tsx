import type { Message } from '@chat/contract/messages';
import { useSession } from '../../../../shared/session.ts';
import { cx } from '../../../../shared/ui/cx.ts';
import { EmojiImage } from '../../../../shared/ui/emoji-image.tsx';
import { countReactions, shownReactions } from '../count-reactions.ts';
import { reactionsTexts as texts } from '../reactions.texts.ts';
import { openReactionList } from '../reactions-view.ts';
import styles from './message-reactions.module.css';

/** One button for each emoji under a message; any of them opens the list of those who reacted. */
function MessageReactions({ message }: { message: Message }) {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const { shown, hidden } = shownReactions(countReactions(message.reactions, viewerId));
  return (
    <div className={styles.reactions}>
      {shown.map(({ emoji, count, isOwn }) => {
        const label = texts.reactionsWith(emoji, count);
        return (
          <button
            key={emoji}
            type="button"
            className={cx(styles.reaction, isOwn && styles.own)}
            aria-haspopup="dialog"
            aria-label={isOwn ? texts.withYours(label) : label}
            onClick={() => openReactionList(message.uuid)}
          >
            <EmojiImage emoji={emoji} />
            <span className="visually-hidden">{emoji}</span>
            {count > 1 && <span>{count}</span>}
          </button>
        );
      })}
      {hidden > 0 && (
        <button
          type="button"
          className={styles.reaction}
          aria-haspopup="dialog"
          aria-label={texts.more(hidden)}
          onClick={() => openReactionList(message.uuid)}
        >
          +{hidden}
        </button>
      )}
    </div>
  );
}

export const renderReactions = (message: Message) =>
  message.reactions.length > 0 && <MessageReactions message={message} />;
