import type { Message } from '@chat/contract/messages';
import { type ReactNode, useState } from 'react';
import { latePart } from '../../../shared/ui/late-part.tsx';
import type { AudioPlayerProps } from '../voice/audio-player.tsx';
import { FileCard } from './file-card.tsx';
import { filesTexts } from './files.texts.ts';
import { openPreview } from './image-preview.tsx';
import styles from './message-media.module.css';
import { onGround, smallOf, thumbBox, useThumbnail } from './pictures.ts';

/** The file of a message, seen where it can be seen, to be downloaded otherwise (rules/files 17, 18). */
export function MessageMedia({ message }: { message: Message }) {
  const { type, mediaUrl, fileName, fileSize, mimeType } = message;
  if (!mediaUrl) return null;
  const name = fileName ?? filesTexts.unnamed;
  const card = <FileCard type={type} name={name} size={fileSize} url={mediaUrl} />;
  if (type === 'IMAGE') {
    return <MessageImage message={message} url={mediaUrl} name={name} fallback={card} />;
  }
  if (type === 'VIDEO') return <MessageVideo url={mediaUrl} name={name} fallback={card} />;
  if (mimeType?.startsWith('audio/')) {
    return <MessageAudio message={message} name={name} fallback={card} />;
  }
  return card;
}

interface MessageImageProps {
  message: Message;
  url: string;
  name: string;
  /** Shown when there is no image to be had, or it is too large to be drawn small. */
  fallback: ReactNode;
}

/** Its small variant, in a place kept from the start so that nothing moves when it comes. */
function MessageImage({ message, url, name, fallback }: MessageImageProps) {
  const src = smallOf(message, url);
  const thumbnail = useThumbnail(src);
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
          {...onGround(name, message)}
          src={src}
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

interface MessageVideoProps {
  url: string;
  name: string;
  /** Shown when this browser cannot play it. */
  fallback: ReactNode;
}

/** Plays in place (rules/files 18). */
function MessageVideo({ url, name, fallback }: MessageVideoProps) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return fallback;
  return (
    // biome-ignore lint/a11y/useMediaCaption: people send videos, not subtitles
    <video
      className={styles.video}
      src={url}
      controls
      preload="metadata"
      aria-label={filesTexts.video(name)}
      onError={() => setHasFailed(true)}
    />
  );
}

const late = latePart(() => import('../voice/audio-player.tsx'));

/** Plays in place (rules/voice 13); until the player is there it is a file like others, of the same height. */
function MessageAudio(props: AudioPlayerProps) {
  const part = late.usePart(true);
  return part ? <part.AudioPlayer {...props} /> : props.fallback;
}
