import type { Message } from '@chat/contract/messages';
import { useEffect } from 'react';
import { useSession } from '../../../shared/session.ts';
import { cx } from '../../../shared/ui/cx.ts';
import { EmojiImage } from '../../../shared/ui/emoji-image.tsx';
import { lateComponent } from '../../../shared/ui/late-part.tsx';
import { useMessage } from '../messages/list-messages.ts';
import styles from './message-reactions.module.css';
import type { RenderEmojis } from './reaction-picker.tsx';
import { reactionsTexts as texts } from './reactions.texts.ts';
import {
  countReactions,
  openReactionList,
  openReactionPicker,
  reactionsView,
  shownReactions,
} from './reactions.ts';

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

const { Late: ReactionPicker } = lateComponent(
  async () => (await import('./reaction-picker.tsx')).ReactionPicker,
);
const { Late: ReactionsDialog } = lateComponent(
  async () => (await import('./reactions-dialog.tsx')).ReactionsDialog,
);

interface ReactionsLayerProps {
  chatId: string | null;
  /** The element that the picker opens beside. */
  findAnchor?: (messageId: string) => HTMLElement | null;
  /** All the emojis there are; a user who may not react is shown none. */
  renderEmojis?: RenderEmojis;
}

/** The one picker and the one dialog for all messages of the open chat. */
export function ReactionsLayer({ chatId, ...props }: ReactionsLayerProps) {
  const open = reactionsView.useOpened();
  if (!chatId || !open) return null;
  return <OpenReactions key={open.kind + open.messageId} {...{ chatId, ...open, ...props }} />;
}

interface OpenReactionsProps extends Omit<ReactionsLayerProps, 'chatId'> {
  chatId: string;
  kind: 'picker' | 'list';
  messageId: string;
}

function OpenReactions(props: OpenReactionsProps) {
  const { chatId, kind, messageId, findAnchor, renderEmojis } = props;
  const message = useMessage(chatId, messageId);
  const anchor = findAnchor?.(messageId);
  const isPicker = kind === 'picker' && message && anchor && renderEmojis;
  const isList = kind === 'list' && message && message.reactions.length > 0;
  const isOver = !isPicker && !isList;
  useEffect(() => {
    if (isOver) reactionsView.close();
  }, [isOver]);
  if (isPicker) {
    return <ReactionPicker {...{ message, anchor, renderEmojis }} onClose={reactionsView.close} />;
  }
  if (!isList) return null;
  const onReplace = renderEmojis && (() => openReactionPicker(messageId));
  return <ReactionsDialog message={message} onReplace={onReplace} onClose={reactionsView.close} />;
}
