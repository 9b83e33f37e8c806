import type { Message, Reaction } from '@chat/contract/messages';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ViewDialog } from '../../../shared/ui/dialog.tsx';
import { EmojiImage } from '../../../shared/ui/emoji-image.tsx';
import { Avatar } from '../../../shared/ui/person.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { reactionsTexts as texts } from './reactions.texts.ts';
import { useReact } from './reactions.ts';
import styles from './reactions-dialog.module.css';

interface ReactionsDialogProps {
  message: Message;
  /** Leads to another emoji; without it one only looks. */
  onReplace?: (() => void) | undefined;
  onClose: () => void;
}

/** The people who reacted, with their emojis and times. */
export function ReactionsDialog({ message, onReplace, onClose }: ReactionsDialogProps) {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const react = useReact();
  return (
    <ViewDialog isOpen onClose={onClose} title={texts.title} width={400}>
      <ul className={styles.list}>
        {message.reactions.toReversed().map((reaction) => {
          const isOwn = reaction.userUuid === viewerId;
          return (
            <li key={reaction.userUuid} className={styles.item}>
              <Who reaction={reaction} isOwn={isOwn} />
              {isOwn && onReplace && (
                <div className={styles.own}>
                  <Button size="s" variant="secondary" onClick={onReplace}>
                    {texts.replace}
                  </Button>
                  <Button size="s" variant="ghost" onClick={() => react(message, null)}>
                    {texts.remove}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </ViewDialog>
  );
}

function Who({ reaction, isOwn }: { reaction: Reaction; isOwn: boolean }) {
  return (
    <div className={styles.who}>
      <Avatar email={reaction.userEmail} size="s" />
      <div className={styles.name}>
        <p className={styles.email}>{isOwn ? texts.you : withBreaks(reaction.userEmail)}</p>
        <Time className={styles.time} instant={reaction.reactedAt} />
      </div>
      <span className={styles.emoji}>
        <EmojiImage emoji={reaction.emoji} />
        <span className="visually-hidden">{reaction.emoji}</span>
      </span>
    </div>
  );
}
