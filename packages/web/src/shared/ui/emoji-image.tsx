import { useState } from 'react';
import { emojiImage } from '../emoji-images.ts';
import styles from './emoji-image.module.css';

/** An emoji that looks the same everywhere; without its image, the character itself (rules/emojis 6). */
export function EmojiImage({ emoji }: { emoji: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={styles.emoji} aria-hidden="true">
      {failed === emoji ? (
        emoji
      ) : (
        <img
          src={emojiImage(emoji)}
          alt={emoji}
          width={64}
          height={64}
          decoding="async"
          draggable={false}
          onError={() => setFailed(emoji)}
        />
      )}
    </span>
  );
}
