import type { Message } from '@chat/contract/messages';
import { Download, Pause, Play } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import styles from './audio-player.module.css';
import { changeRate, seekPlayback, togglePlayback, usePlayback } from './playback.ts';
import { voiceTexts } from './voice.texts.ts';
import { formatClock, Wave } from './waveform.tsx';

export interface AudioPlayerProps {
  message: Message;
  name: string;
  /** Shown where this browser cannot play it. */
  fallback: ReactNode;
}

/** The player of a recording in its bubble (rules/voice 13). */
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

/** Seconds of an arrow key, and of the keys for pages. */
const STEP = 5;
const PAGE = 30;
const STEPS: Record<string, number> = {
  ArrowLeft: -STEP,
  ArrowDown: -STEP,
  ArrowRight: STEP,
  ArrowUp: STEP,
  PageDown: -PAGE,
  PageUp: PAGE,
};
/** The smallest step of a pointer, in seconds. */
const FINEST = 0.01;

interface SeekBarProps {
  message: Message;
  time: number;
  /** Null until it is known. */
  duration: number | null;
}

/** A slider in the shape of the recording, or a plain bar where that is not known. */
function SeekBar({ message, time, duration }: SeekBarProps) {
  const whole = duration ?? 0;
  const at = Math.min(time, whole);
  const share = whole > 0 ? at / whole : 0;
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    seekPlayback(message, Math.min(whole, Math.max(0, at + step)));
  };
  return (
    <div className={message.waveform ? styles.wave : styles.plain}>
      {message.waveform ? (
        <Wave levels={message.waveform} share={share} />
      ) : (
        <div className={styles.track}>
          <div className={styles.played} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <input
        type="range"
        className={styles.slider}
        aria-label={voiceTexts.position}
        aria-valuetext={voiceTexts.of(formatClock(at * 1_000), formatClock(whole * 1_000))}
        min={0}
        max={whole}
        step={FINEST}
        value={at}
        disabled={duration === null}
        onChange={({ target }) => seekPlayback(message, Number(target.value))}
        onKeyDown={handleKeyDown}
      />
    </div>
  );
}
