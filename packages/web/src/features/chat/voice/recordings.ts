import { create } from 'zustand';
import { useSession } from '../../../shared/session.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { NoMicrophone, openMicrophone, release } from './microphone.ts';
import { pausePlayback } from './playback.ts';
import { type Ending, Recorder } from './recorder.ts';
import { voiceTexts } from './voice.texts.ts';
import { waveformOf } from './waveform.tsx';

/** The shown state of a chat's recording. */
export interface Recording {
  phase: 'asking' | 'recording' | 'paused' | 'ended';
  ms: number;
  /** The latest moments. */
  levels: number[];
  /** Why it ended, where its user has not ended it. */
  ending: Ending | null;
}

/** A recording to be sent. */
export interface Recorded {
  file: File;
  waveform: number[];
}

const SHOWN_LEVELS = 60;
const begun: Recording = { phase: 'asking', ms: 0, levels: [], ending: null };

/** By the hash of the chat into which it will be sent: who comes back finds it there. */
export const useRecordings = create<{ byChat: Record<string, Recording> }>(() => ({ byChat: {} }));
const recorders = new Map<string, { recorder: Recorder; ending: string }>();

const recordingOf = (hash: string) => useRecordings.getState().byChat[hash];

function change(hash: string, changes: Partial<Recording>): void {
  useRecordings.setState(({ byChat }) => {
    const before = byChat[hash];
    return before ? { byChat: { ...byChat, [hash]: { ...before, ...changes } } } : { byChat };
  });
}

function forget(hash: string): void {
  recorders.delete(hash);
  useRecordings.setState(({ byChat: { [hash]: _, ...byChat } }) => ({ byChat }));
}

export async function startRecording(hash: string, maxBytes = Number.POSITIVE_INFINITY) {
  useRecordings.setState(({ byChat }) => ({ byChat: { ...byChat, [hash]: begun } }));
  const asked = recordingOf(hash);
  pausePlayback();
  try {
    const microphone = await openMicrophone();
    // Called off, or the chat was left, while the browser asked its user.
    if (recordingOf(hash) !== asked) return release(microphone.stream);
    const recorder = new Recorder(microphone, {
      maxBytes,
      onTick: (ms, levels) => change(hash, { ms, levels: levels.slice(-SHOWN_LEVELS) }),
      onPause: () => change(hash, { phase: 'paused' }),
      onEnd: (ending) => change(hash, { phase: 'ended', ending }),
    });
    recorders.set(hash, { recorder, ending: microphone.format.ending });
    change(hash, { phase: 'recording' });
  } catch (error) {
    if (recordingOf(hash) === asked) forget(hash);
    explain(error);
  }
}

const explain = (error: unknown): void =>
  notify(error instanceof NoMicrophone ? error.message : voiceTexts.busy, 'error');

/** After an interruption, and only by the user's own wish: they may not know yet that it is over. */
export async function goOnRecording(hash: string): Promise<void> {
  const isOn = await recorders.get(hash)?.recorder.goOn().catch(explain);
  if (isOn) change(hash, { phase: 'recording' });
}

export function cancelRecording(hash: string): void {
  recorders.get(hash)?.recorder.end();
  forget(hash);
}

/** The recording, which is then the caller's: its parts, none when there is nothing in it. */
export async function takeRecording(hash: string): Promise<Recorded[]> {
  const taken = recorders.get(hash);
  if (!taken) return [];
  const { recorder, ending } = taken;
  // A second press finds none.
  recorders.delete(hash);
  const parts = await recorder.finish();
  forget(hash);
  if (parts.length === 0) notify(voiceTexts.nothing, 'error');
  return parts.map(({ bytes, levels }) => ({
    file: new File([bytes], `${voiceTexts.fileName}.${ending}`, { type: bytes.type }),
    waveform: waveformOf(levels),
  }));
}

/** Nobody is recorded who does not see it: what there is waits until they come back. */
export function leaveRecording(hash: string): void {
  if (recordingOf(hash)?.phase === 'asking') forget(hash);
  else recorders.get(hash)?.recorder.end('left');
}

// The next person at this computer must not find them.
useSession.subscribe((now, before) => {
  if (now.user?.uuid === before.user?.uuid) return;
  for (const hash of Object.keys(useRecordings.getState().byChat)) cancelRecording(hash);
});
