import type { Message } from '@chat/contract/messages';
import { create } from 'zustand';
import { notify } from '../../../shared/toast/notify.ts';
import { useShownMessages } from '../messages/list-messages.ts';
import { voiceTexts } from './voice.texts.ts';

const RATES = [1, 1.5, 2] as const;

interface Playback {
  /** The one that plays, or did last. */
  messageId: string | null;
  isPlaying: boolean;
  /** Seconds. */
  time: number;
  /** As the browser found it, in seconds. */
  duration: number | null;
  rate: (typeof RATES)[number];
  /** The messages whose recordings this browser cannot play. */
  failed: readonly string[];
}

export const usePlayback = create<Playback>(() => ({
  messageId: null,
  isPlaying: false,
  time: 0,
  duration: null,
  rate: 1,
  failed: [],
}));

// One for all: what is played goes on while its message is scrolled out of sight, and nothing plays beside it.
const audio = new Audio();
/** Where those before it were left, in seconds. */
const left = new Map<string, number>();
/** Since the page heard of it: the event comes some time after `readyState` says so. */
let isLoaded = false;
/** Nothing more comes of what was fetched: the browser, or the network, has given up. */
let isBroken = false;
/** Where it begins once it is loaded: WebKit does not start what is sought in before. */
let beginsAt = 0;

const isShown = (messageId: string) =>
  useShownMessages.getState().messages.some(({ uuid }) => uuid === messageId);

// A recording ends when its listener leaves the chat, and when somebody deletes it.
useShownMessages.subscribe(() => {
  const { messageId } = usePlayback.getState();
  if (messageId && !isShown(messageId)) audio.pause();
});
audio.addEventListener('loadedmetadata', () => {
  isLoaded = true;
  if (beginsAt > 0) audio.currentTime = beginsAt;
});
audio.addEventListener('timeupdate', () => {
  if (isLoaded) usePlayback.setState({ time: audio.currentTime });
});
audio.addEventListener('durationchange', () => {
  usePlayback.setState({ duration: Number.isFinite(audio.duration) ? audio.duration : null });
});
audio.addEventListener('play', () => usePlayback.setState({ isPlaying: true }));
audio.addEventListener('pause', () => usePlayback.setState({ isPlaying: false }));
audio.addEventListener('ended', () => {
  audio.currentTime = 0;
  usePlayback.setState({ isPlaying: false, time: 0 });
});
audio.addEventListener('error', () => {
  isBroken = true;
  // A browser leaves it as it was: about to play.
  audio.pause();
  usePlayback.setState({ isPlaying: false });
  const { messageId } = usePlayback.getState();
  if (messageId) void noteFailure(messageId, audio.src);
});

/**
 * An unplayable recording becomes a file to download; a recording that was not fetched is fetched again with the next
 * press.
 */
async function noteFailure(messageId: string, url: string): Promise<void> {
  const isFetched = await fetch(url, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isFetched) usePlayback.setState(({ failed }) => ({ failed: [...failed, messageId] }));
  else if (isShown(messageId)) notify(voiceTexts.notFetched, 'error');
}

function choose(message: Message): void {
  const { messageId, time, rate } = usePlayback.getState();
  if ((messageId === message.uuid && !isBroken) || !message.mediaUrl) return;
  if (messageId) left.set(messageId, time);
  const from = left.get(message.uuid) ?? 0;
  usePlayback.setState({ messageId: message.uuid, time: from, duration: null });
  audio.src = message.mediaUrl;
  // Setting the source sets it back.
  audio.defaultPlaybackRate = rate;
  audio.playbackRate = rate;
  isLoaded = false;
  isBroken = false;
  beginsAt = from;
}

export function togglePlayback(message: Message): void {
  choose(message);
  if (!audio.paused) audio.pause();
  // A failure is reported by the error event, or comes from the user's own next press.
  else if (isShown(message.uuid)) void audio.play().catch(() => undefined);
}

/** A recording that plays would be recorded again by the microphone. */
export const pausePlayback = (): void => audio.pause();

export function seekPlayback(message: Message, seconds: number): void {
  choose(message);
  if (isLoaded) audio.currentTime = seconds;
  else beginsAt = seconds;
  usePlayback.setState({ time: seconds });
}

/** For what plays now and all that is played after it. */
export function changeRate(): void {
  const { rate } = usePlayback.getState();
  const next = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;
  audio.defaultPlaybackRate = next;
  audio.playbackRate = next;
  usePlayback.setState({ rate: next });
}
