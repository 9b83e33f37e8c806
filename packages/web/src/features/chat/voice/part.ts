import { isMuted, type Microphone, release } from './microphone.ts';

/** The recorder hands over its data this often. */
const PIECE_MS = 1_000;

interface Handlers {
  /** There is more of it than before. */
  onPiece: () => void;
  /** Nothing comes from the microphone for now, or ever again. */
  onInterrupt: () => void;
}

/** The recording of one microphone, a file of its own: no browser goes on in a file with another microphone. */
export class Part {
  /** The loudness of each moment. */
  readonly levels: number[] = [];
  ms = 0;
  size = 0;
  readonly #stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #pieces: Blob[] = [];
  readonly #stopped: Promise<void>;

  constructor({ stream, format }: Microphone, { onPiece, onInterrupt }: Handlers) {
    this.#stream = stream;
    this.#recorder = new MediaRecorder(stream, {
      mimeType: format.type,
      audioBitsPerSecond: format.bitsPerSecond,
    });
    this.#recorder.addEventListener('dataavailable', ({ data }) => {
      this.#pieces.push(data);
      this.size += data.size;
      onPiece();
    });
    const giveUp = () => {
      onInterrupt();
      this.end();
    };
    this.#stopped = new Promise((resolve) =>
      this.#recorder.addEventListener('stop', () => {
        giveUp();
        resolve();
      }),
    );
    this.#recorder.addEventListener('error', giveUp);
    for (const track of stream.getTracks()) {
      track.addEventListener('mute', onInterrupt);
      track.addEventListener('ended', giveUp);
    }
    this.#recorder.start(PIECE_MS);
  }

  get canGoOn(): boolean {
    return this.#recorder.state === 'paused' && !isMuted(this.#stream);
  }

  pause(): void {
    if (this.#recorder.state !== 'recording') return;
    // A browser may give up what waits in it while something else has the microphone.
    this.#recorder.requestData();
    this.#recorder.pause();
  }

  goOn(): void {
    this.#recorder.resume();
  }

  end(): void {
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    release(this.#stream);
  }

  /** Ends it, and gives all of it. */
  async finish(): Promise<Blob> {
    this.end();
    await this.#stopped;
    return new Blob(this.#pieces, { type: this.#recorder.mimeType });
  }
}
