import { shorten } from '../waveform.ts';
import styles from './wave.module.css';

/** As many as stand apart where there is least room. */
const BARS = 40;
const LIVE_BARS = 60;
const STEP = 4;
const HEIGHT = 28;
const LEAST = 2;

const barsOf = (levels: readonly number[], from: number, to: number) =>
  levels
    .slice(from, to)
    .map((level, index) => {
      const height = Math.max(LEAST, (level / 100) * HEIGHT);
      return `M${(from + index) * STEP + STEP / 2} ${(HEIGHT - height) / 2}v${height}`;
    })
    .join('');

interface WaveProps {
  /** From 0 to 100. */
  levels: readonly number[];
  /** How much of it is played, from 0 to 1. */
  share?: number;
  /** It grows, and its newest moment stands at the end. */
  isLive?: boolean;
}

/** Bars as high as it is loud; what is played is of another colour. */
export function Wave({ levels, share = 0, isLive = false }: WaveProps) {
  const count = isLive ? LIVE_BARS : Math.min(BARS, levels.length);
  const shown = isLive
    ? [...Array(count).fill(0), ...levels].slice(-count)
    : shorten(levels, count);
  const played = Math.round(share * count);
  return (
    <svg
      className={styles.wave}
      viewBox={`0 0 ${count * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.played} d={barsOf(shown, 0, played)} />
      <path className={styles.bars} d={barsOf(shown, played, count)} />
    </svg>
  );
}
