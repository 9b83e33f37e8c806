import type { Message } from '@chat/contract/messages';
import { Download, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { formatClock } from '../clock.ts';
import { changeRate, togglePlayback, usePlayback } from '../playback.ts';
import { voiceTexts } from '../voice.texts.ts';
import styles from './audio-player.module.css';
import { SeekBar } from './seek-bar.tsx';

export interface AudioPlayerProps {
  message: Message;
  name: string;
  /** Shown where this browser cannot play it. */
  fallback: ReactNode;
}

/** What plays a recording in its bubble (rules/voice 13). */
export function AudioPlayer({ message, name, fallback }: AudioPlayerProps) {
  const { uuid, mediaUrl, durationMs, waveform } = message;
  const isChosen = usePlayback(({ messageId }) => messageId === uuid);
  const isPlaying = usePlayback((playback) => isChosen && playback.isPlaying);
  const time = usePlayback((playback) => (isChosen ? playback.time : 0));
  const found = usePlayback(({ duration }) => (isChosen ? duration : null));
  const hasFailed = usePlayback(({ failed }) => failed.includes(uuid));
  if (hasFailed || !mediaUrl) return fallback;
  const duration = durationMs === null ? found : durationMs / 1_000;
  const whole = duration === null ? '' : formatClock(duration * 1_000);
  const clock = isChosen && (isPlaying || time > 0) ? formatClock(time * 1_000) : whole;
  const label = waveform ? voiceTexts.fileName : voiceTexts.audio(name);
  return (
    <fieldset className={styles.player} aria-label={label}>
      <IconButton
        label={isPlaying ? voiceTexts.pause : voiceTexts.play}
        icon={isPlaying ? Pause : Play}
        variant="primary"
        size="s"
        withTooltip={false}
        className={styles.play}
        onClick={() => togglePlayback(message)}
      />
      <div className={styles.middle}>
        {!waveform && (
          <span className={styles.name} title={name}>
            {name}
          </span>
        )}
        <SeekBar message={message} time={time} duration={duration} />
        <span className={styles.time}>{clock || voiceTexts.unknownTime}</span>
      </div>
      <Rate />
      <a
        className={styles.download}
        href={mediaUrl}
        download={name}
        aria-label={voiceTexts.download(name)}
      >
        <Download aria-hidden="true" />
      </a>
    </fieldset>
  );
}

function Rate() {
  const rate = usePlayback((playback) => playback.rate);
  const shown = `${String(rate).replace('.', ',')}×`;
  return (
    <button
      type="button"
      className={styles.rate}
      aria-label={voiceTexts.rate(shown)}
      onClick={changeRate}
    >
      {shown}
    </button>
  );
}
