import { voiceTexts } from './voice.texts.ts';

/** In the order in which they are preferred; what none of them suits records nothing (rules/voice 10). */
const FORMATS = [
  { type: 'audio/webm;codecs=opus', ending: 'webm', bitsPerSecond: 32_000 },
  { type: 'audio/ogg;codecs=opus', ending: 'ogg', bitsPerSecond: 32_000 },
  { type: 'audio/mp4', ending: 'm4a', bitsPerSecond: 64_000 },
];
type Format = (typeof FORMATS)[number];

/** Says in Spanish why nothing can be recorded. */
export class NoMicrophone extends Error {}

const reasons: Record<string, string> = {
  NotAllowedError: voiceTexts.refused,
  SecurityError: voiceTexts.refused,
  NotFoundError: voiceTexts.missing,
  OverconstrainedError: voiceTexts.missing,
};

export interface Microphone {
  stream: MediaStream;
  format: Format;
}

/** Asks for the microphone; the browser may ask its user first. */
export async function openMicrophone(): Promise<Microphone> {
  if (!window.isSecureContext) throw new NoMicrophone(voiceTexts.insecure);
  const canRecord = 'MediaRecorder' in window && 'mediaDevices' in navigator;
  const format = FORMATS.find(({ type }) => canRecord && MediaRecorder.isTypeSupported(type));
  if (!format) throw new NoMicrophone(voiceTexts.unsupported);
  try {
    return { stream: await navigator.mediaDevices.getUserMedia({ audio: true }), format };
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new NoMicrophone(reasons[name] ?? voiceTexts.busy);
  }
}

/** Some other program has it, such as a call. */
export const isMuted = (stream: MediaStream): boolean =>
  stream.getTracks().some(({ muted }) => muted);

export function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
