import { Plus } from 'lucide-react';
import { EmojiImage } from '../../../../shared/ui/emoji-image.tsx';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { reactionsTexts as texts } from '../reactions.texts.ts';
import styles from './quick-reactions.module.css';

interface QuickReactionsProps {
  own: string | null;
  onPick: (emoji: string) => void;
  onMore: () => void;
}

/** Thumbs up, heart, laugh, surprised, sad, angry (rules/reactions 11), and the way to all others. */
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
      <IconButton
        label={texts.moreEmojis}
        icon={Plus}
        size="s"
        onClick={onMore}
        withTooltip={false}
      />
    </div>
  );
}
