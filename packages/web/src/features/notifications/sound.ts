import { create } from 'zustand';
import { persist, readKept } from '../../shared/persist.ts';
import { writeMuted } from './shown-notices.ts';

const SOUND_KEY = 'chat.sound';
const MUTED = 'off';

const readMuted = () => readKept(SOUND_KEY) === MUTED;

export const useSound = create<{ isMuted: boolean }>(() => ({ isMuted: readMuted() }));

export const isMuted = (): boolean => useSound.getState().isMuted;

/** With sound or without it; kept, for all tabs. */
export function toggleSound(): void {
  const next = !isMuted();
  persist(SOUND_KEY, next ? MUTED : null);
  useSound.setState({ isMuted: next });
  if ('caches' in window) void writeMuted(next);
}

window.addEventListener('storage', ({ key }) => {
  if (key === SOUND_KEY || key === null) useSound.setState({ isMuted: readMuted() });
});

const GESTURES = ['pointerdown', 'keydown'] as const;
let audio: AudioContext | undefined;

/** Browsers let a page sound only after the user has touched it. */
export function primeSound(): void {
  const prime = () => {
    for (const gesture of GESTURES) window.removeEventListener(gesture, prime, true);
    audio = new AudioContext();
    void audio.suspend();
  };
  for (const gesture of GESTURES) window.addEventListener(gesture, prime, true);
}

export const canPlaySound = (): boolean => audio !== undefined;

/** Two soft, short tones, the second higher. */
export async function playSound(): Promise<void> {
  if (!audio || isMuted()) return;
  await audio.resume();
  playTone(audio, 660, 0);
  const last = playTone(audio, 880, 0.12);
  last.onended = () => void audio?.suspend();
}

const LENGTH = 0.3;
const LOUDEST = 0.12;

function playTone(context: AudioContext, frequency: number, after: number): OscillatorNode {
  const start = context.currentTime + after;
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.frequency.value = frequency;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUDEST, start + 0.015);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
  return tone;
}
