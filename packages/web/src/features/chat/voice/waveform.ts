import { limits } from '@chat/contract/limits';

const QUIETEST_DB = -50;

/** How loud a moment is, from 0 to 1, as ears tell it. */
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

/** What goes along with a recording (rules/voice 6): whole numbers, the loudest moment of all the highest. */
export function waveformOf(levels: readonly number[]): number[] {
  const loudest = Math.max(0.1, ...shorten(levels, limits.waveform));
  const scale = (level: number) => Math.round(Math.min(1, level / loudest) * limits.loudest);
  return shorten(levels, limits.waveform).map(scale);
}
