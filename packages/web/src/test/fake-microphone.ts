import { vi } from 'vitest';

/** One track: whether the microphone is on. */
class FakeTrack extends EventTarget {
  isOn = true;
  stop(): void {
    this.isOn = false;
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
  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(new Event('stop'));
  }
  write(bytes: number): void {
    const data = new Blob([new Uint8Array(bytes)]);
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
  }
}

/** The clock of the sound stands still while the machine sleeps. */
class FakeAudioContext {
  static slept = 0;
  get currentTime(): number {
    return (performance.now() - FakeAudioContext.slept) / 1_000;
  }
  createAnalyser() {
    return { fftSize: 32, getFloatTimeDomainData: () => undefined };
  }
  createMediaStreamSource() {
    return { connect: () => undefined };
  }
  async resume(): Promise<void> {}
  async close(): Promise<void> {}
}

/** The machine sleeps that long, and wakes. */
export function sleep(ms: number): void {
  FakeAudioContext.slept += ms;
  vi.advanceTimersByTime(ms);
}

let streams: FakeStream[] = [];

/** The microphones that are on. */
export const microphones = () => streams.flatMap(({ tracks }) => tracks).filter(({ isOn }) => isOn);

/** A browser that records in those formats, whose user lets it. */
export function fakeMicrophone(formats: string[], ask?: () => never): void {
  streams = [];
  FakeRecorder.formats = formats;
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeAudioContext);
  const getUserMedia = async () => {
    ask?.();
    const stream = new FakeStream();
    streams.push(stream);
    return stream;
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
}
