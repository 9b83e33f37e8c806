import { limits } from '@chat/contract/checks';
import styles from './waveform.module.css';

const QUIETEST_DB = -50;

/** The loudness of a moment, from 0 to 1, as ears perceive it. */
export function loudnessOf(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0);
  const decibels = 10 * Math.log10(sum / samples.length);
  return Math.min(1, Math.max(0, 1 - decibels / QUIETEST_DB)) || 0;
}

/** As few numbers as asked for, each the loudest of its part. */
export function shorten(levels: readonly number[], count: number): number[] {
  if (levels.length <= count) return [...levels];
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count);
    const to = Math.floor(((index + 1) * levels.length) / count);
    return Math.max(...levels.slice(from, to));
  });
}

/** The waveform sent with a recording (rules/voice 6): whole numbers, the loudest moment of all the highest. */
export function waveformOf(levels: readonly number[]): number[] {
  const loudest = Math.max(0.1, ...shorten(levels, limits.waveform));
  const scale = (level: number) => Math.round(Math.min(1, level / loudest) * limits.loudest);
  return shorten(levels, limits.waveform).map(scale);
}

/** Minutes and seconds as a player shows them: 0:07, 12:30. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The number of bars that stay apart in the narrowest place. */
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
  /** The waveform grows, with its newest moment at the end. */
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
