import type { Message } from '@chat/contract/messages';
import type { KeyboardEvent } from 'react';
import { formatClock } from '../clock.ts';
import { seekPlayback } from '../playback.ts';
import { voiceTexts } from '../voice.texts.ts';
import styles from './seek-bar.module.css';
import { Wave } from './wave.tsx';

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
/** Of a pointer, in seconds. */
const FINEST = 0.01;

interface SeekBarProps {
  message: Message;
  time: number;
  /** Null until it is known. */
  duration: number | null;
}

/** A slider in the shape of the recording, or a plain bar where that is not known. */
export function SeekBar({ message, time, duration }: SeekBarProps) {
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
