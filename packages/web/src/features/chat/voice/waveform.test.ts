import { describe, expect, it } from 'vitest';
import { formatClock, loudnessOf, shorten, waveformOf } from './waveform.tsx';

describe('the waveform of a recording', () => {
  it('has at most 200 whole numbers from 0 to 100, however long it is', () => {
    for (const length of [0, 1, 199, 200, 201, 9_000]) {
      const waveform = waveformOf(Array.from({ length }, (_, index) => (index % 37) / 36));
      expect(waveform).toHaveLength(Math.min(200, length));
      expect(waveform.every((one) => Number.isInteger(one) && one >= 0 && one <= 100)).toBe(true);
    }
  });

  it('shows its loudest moment, wherever it is, as 100', () => {
    const levels = Array.from({ length: 9_000 }, () => 0.2);
    levels[4_321] = 0.5;
    const waveform = waveformOf(levels);
    expect(Math.max(...waveform)).toBe(100);
    expect(waveform.indexOf(100)).toBe(Math.floor((4_321 * 200) / 9_000));
    expect(waveform[0]).toBe(40);
  });

  it('of silence stays silent', () => {
    expect(waveformOf(Array(300).fill(0))).toEqual(Array(200).fill(0));
    expect(Math.max(...waveformOf(Array(300).fill(0.01)))).toBe(10);
  });
});

describe('a moment', () => {
  it('is as loud as ears tell it, from 0 to 1', () => {
    const tone = (height: number) =>
      new Float32Array(2_048).map((_, index) => height * Math.sin(index / 5));
    const [silence, whisper, speech, shout] = [0, 0.01, 0.1, 1].map((one) => loudnessOf(tone(one)));
    expect(silence).toBe(0);
    expect(whisper).toBeGreaterThan(0.1);
    expect(speech).toBeGreaterThan(Number(whisper) + 0.3);
    expect(shout).toBeLessThanOrEqual(1);
    expect(shout).toBeGreaterThan(0.9);
  });
});

it('few levels stay what they are', () => expect(shorten([1, 2], 3)).toEqual([1, 2]));

it.each([
  [0, '0:00'],
  [7_999, '0:07'],
  [61_000, '1:01'],
  [900_000, '15:00'],
])('%i ms are shown as %s', (ms, clock) => expect(formatClock(ms)).toBe(clock));
