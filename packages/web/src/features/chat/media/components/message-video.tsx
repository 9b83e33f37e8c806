import { type ReactNode, useState } from 'react';
import { filesTexts } from '../files.texts.ts';
import styles from './message-video.module.css';

interface MessageVideoProps {
  url: string;
  name: string;
  /** Shown when this browser cannot play it. */
  fallback: ReactNode;
}

/** Plays in place (rules/files 18). */
export function MessageVideo({ url, name, fallback }: MessageVideoProps) {
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
