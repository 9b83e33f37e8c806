import { useState } from 'react';
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
          src={imageOf(emoji)}
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

/** Named after the code points of its emoji, in a folder that the build leads to. */
function imageOf(emoji: string): string {
  const codes = Array.from(emoji, (character) => character.codePointAt(0)?.toString(16) ?? '');
  const name = codes.map((code) => code.padStart(4, '0')).join('-');
  return `${import.meta.env.EMOJI_IMAGES}/${name}.png`;
}
