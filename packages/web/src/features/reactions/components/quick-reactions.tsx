import { Plus } from 'lucide-react';
import { BareIconButton } from '../../../shared/ui/bare-icon-button.tsx';
import { EmojiImage } from '../../../shared/ui/emoji-image.tsx';
import { reactionsTexts as texts } from '../reactions.texts.ts';
import styles from './quick-reactions.module.css';

interface QuickReactionsProps {
  own: string | null;
  onPick: (emoji: string) => void;
  onMore: () => void;
}

/** Thumbs up, heart, laugh, surprised, sad, angry (product §2), and the way to all others. */
export function QuickReactions({ own, onPick, onMore }: QuickReactionsProps) {
  return (
    <div className={styles.bar}>
      {Object.entries(texts.quick).map(([emoji, word]) => (
        <button
          key={emoji}
          type="button"
          className={styles.choice}
          aria-label={`${emoji} ${word}`}
          aria-pressed={emoji === own}
          title={word}
          onClick={() => onPick(emoji)}
        >
          <EmojiImage emoji={emoji} />
        </button>
      ))}
      <BareIconButton label={texts.moreEmojis} icon={Plus} size="s" onClick={onMore} />
    </div>
  );
}
