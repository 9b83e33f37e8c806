import { vi } from 'vitest';

/** One track: whether the microphone is on, and whether something else has it. */
class FakeTrack extends EventTarget {
  isOn = true;
  muted = false;
  stop(): void {
    this.isOn = false;
  }
  /** A call comes, or ends. */
  mute(muted: boolean): void {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }
  /** The microphone is unplugged, or taken away. */
  lose(): void {
    this.isOn = false;
    this.dispatchEvent(new Event('ended'));
  }
}

class FakeStream {
  readonly tracks = [new FakeTrack()];
  getTracks(): FakeTrack[] {
    return this.tracks;
  }
}

/** The browser writes sound with it; the test hands over its pieces. */
export class FakeRecorder extends EventTarget {
  static last: FakeRecorder;
  static formats: string[] = [];
  /** The bytes that it has not handed over yet. */
  static waiting = 0;
  static isTypeSupported(type: string): boolean {
    return FakeRecorder.formats.includes(type);
  }

  state = 'recording';
  readonly mimeType: string;

  constructor(_: FakeStream, { mimeType }: { mimeType: string }) {
    super();
    this.mimeType = mimeType;
    FakeRecorder.last = this;
  }
  start(): void {
    this.state = 'recording';
  }
  pause(): void {
    this.state = 'paused';
  }
  resume(): void {
    this.state = 'recording';
  }
  /** Hands over what waits in it. */
  requestData(): void {
    this.write(FakeRecorder.waiting);
    FakeRecorder.waiting = 0;
  }
  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(new Event('stop'));
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
    this.stop();
  }
  write(bytes: number): void {
    const data = new Blob([new Uint8Array(bytes)]);
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
  }
}

/** The clock of the sound stands still while the machine sleeps. */
export class FakeAudioContext extends EventTarget {
  static last: FakeAudioContext;
  state = 'suspended';
  slept = 0;
  readonly #begun = performance.now();
  constructor() {
    super();
    FakeAudioContext.last = this;
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  get currentTime(): number {
    return (performance.now() - this.#begun - this.slept) / 1_000;
  }
  createAnalyser() {
    return { fftSize: 32, getFloatTimeDomainData: () => undefined };
  }
  createMediaStreamSource() {
    return { connect: () => undefined, disconnect: () => undefined };
  }
  async resume(): Promise<void> {
    if (this.state !== 'interrupted') this.become('running');
  }
  async close(): Promise<void> {}
}

/** Nothing of the page runs for that long, as in a page that is out of sight; asleep, its sound stands still, too. */
export function freeze(ms: number, { isAsleep = true } = {}): void {
  vi.setSystemTime(Date.now() + ms);
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
  if (isAsleep) FakeAudioContext.last.slept += ms;
}

let streams: FakeStream[] = [];

/** The microphones that are on. */
export const microphones = () => streams.flatMap(({ tracks }) => tracks).filter(({ isOn }) => isOn);

/** A browser that records in those formats, whose user lets it. */
export function fakeMicrophone(
  formats: string[],
  ask?: () => never,
  { isMuted = false } = {},
): void {
  streams = [];
  FakeRecorder.formats = formats;
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeAudioContext);
  const getUserMedia = async () => {
    ask?.();
    const stream = new FakeStream();
    for (const track of stream.tracks) track.muted = isMuted;
    streams.push(stream);
    return stream;
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
}
