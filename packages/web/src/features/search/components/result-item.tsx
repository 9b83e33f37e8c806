import { memo } from 'react';
import { useSession } from '../../../shared/session.ts';
import { cx } from '../../../shared/ui/cx.ts';
import { ListTime } from '../../../shared/ui/list-time.tsx';
import type { Found } from '../api/found-pages.ts';
import { placeOf } from '../place-of.ts';
import { searchTexts as texts } from '../search.texts.ts';
import { Attached } from './attached.tsx';
import styles from './result-item.module.css';

interface ResultItemProps {
  found: Found;
  isOpened: boolean;
  onOpen: (found: Found) => void;
}

export const ResultItem = memo(function ResultItem({ found, isOpened, onOpen }: ResultItemProps) {
  const viewerId = useSession((session) => session.user?.uuid);
  const { message, chat, snippet } = found;
  const { name, hint } = placeOf(chat);
  return (
    <button
      type="button"
      className={cx(styles.result, isOpened && styles.opened)}
      aria-current={isOpened || undefined}
      onClick={() => onOpen(found)}
    >
      <span className={styles.line}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <ListTime instant={message.createdAt} />
      </span>
      <span className={styles.line}>
        <span className={styles.sender} title={message.senderEmail}>
          {message.senderId === viewerId ? texts.you : message.senderEmail}
        </span>
        {hint && (
          <span className={styles.hint} title={hint}>
            {hint}
          </span>
        )}
      </span>
      <Attached message={message} />
      {snippet.length > 0 && (
        <span className={styles.snippet} dir="auto">
          {snippet.map(({ text, hit }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their places
            hit ? <mark key={index}>{text}</mark> : text,
          )}
        </span>
      )}
    </button>
  );
});
