import type { Message } from '@chat/contract/messages';
import type { ReactNode } from 'react';
import { onGround } from '../clear-ground.ts';
import { filesTexts } from '../files.texts.ts';
import { useThumbnail } from '../hooks/use-thumbnail.ts';
import { openPreview } from '../image-preview.ts';
import { thumbBox } from '../thumb-box.ts';
import styles from './message-image.module.css';

interface MessageImageProps {
  message: Message;
  url: string;
  name: string;
  /** Shown when there is no image to be had, or it is too large to be drawn small. */
  fallback: ReactNode;
}

/** Its small variant, in a place kept from the start so that nothing moves when it comes. */
export function MessageImage({ message, url, name, fallback }: MessageImageProps) {
  const thumbnail = useThumbnail(url);
  if (thumbnail.isMissing) return fallback;
  const { width, height } = thumbBox(message.mediaWidth, message.mediaHeight);
  return (
    <button
      type="button"
      className={styles.image}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      aria-label={filesTexts.viewImage(name)}
      onClick={() => openPreview(message.uuid)}
    >
      {thumbnail.isShown && (
        <img
          {...onGround(name)}
          src={thumbnail.src}
          alt={name}
          loading="lazy"
          // Dragged, it would pass for a file of its own.
          draggable={false}
          onError={thumbnail.onError}
        />
      )}
    </button>
  );
}
