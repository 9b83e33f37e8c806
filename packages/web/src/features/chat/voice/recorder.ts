import { isMuted, type Microphone, NoMicrophone, openMicrophone, release } from './microphone.ts';
import { voiceTexts } from './voice.texts.ts';
import { loudnessOf } from './waveform.tsx';

/** Why a recording ended that its user has not ended. */
export type Ending = 'limit' | 'size' | 'left';

const LIMIT_MS = 15 * 60_000;
const TICK_MS = 100;
/** Sleep stops the audio clock, but not the wall clock. */
const MAX_DRIFT_MS = 2_000;
/** The form takes some bytes of its own. */
const FULL = 0.97;

interface Options {
  maxBytes: number;
  onTick: (ms: number, levels: number[]) => void;
  /** A call, a locked screen or a lost microphone has interrupted it. */
  onPause: () => void;
  onEnd: (ending: Ending) => void;
}

/** One recording, from the microphone to its bytes and levels; more than one part where the microphone was lost. */
export class Recorder {
  readonly #options: Options;
  readonly #context = new AudioContext();
  readonly #analyser = this.#context.createAnalyser();
  readonly #parts: Part[] = [];
  readonly #timer: number;
  #source: MediaStreamAudioSourceNode | undefined;
  #isPaused = false;
  #hasEnded = false;
  #isOpening = false;
  #wasLive = false;
  #lastWall = Date.now();
  #lastTick = performance.now();
  #lastSound = 0;

  constructor(microphone: Microphone, options: Options) {
    this.#options = options;
    this.#context.addEventListener('statechange', () => this.#handleState());
    void this.#context.resume();
    this.#begin(microphone);
    this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
  }

  /** Whether it records again: not without a microphone, nor once it has ended. */
  async goOn(): Promise<boolean> {
    if (!this.#isPaused || this.#hasEnded || this.#isOpening) return false;
    const part = this.#parts.at(-1);
    if (part?.canGoOn) part.goOn();
    else if (!(await this.#openAnother())) return false;
    // The time until now is no part of it.
    this.#measure();
    this.#isPaused = false;
    void this.#context.resume();
    return true;
  }

  /** Nothing is recorded any more; what there is can still be had. */
  end(ending?: Ending): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    window.clearInterval(this.#timer);
    for (const part of this.#parts) part.end();
    void this.#context.close();
    if (ending) this.#options.onEnd(ending);
  }

  /** Ends it, and gives all of it, a file for each part. */
  async finish(): Promise<{ bytes: Blob; levels: number[] }[]> {
    this.end();
    const all = this.#parts.map(async (part) => ({
      bytes: await part.finish(),
      levels: part.levels,
    }));
    return (await Promise.all(all)).filter(({ bytes }) => bytes.size > 0);
  }

  #begin(microphone: Microphone): void {
    this.#source?.disconnect();
    this.#source = this.#context.createMediaStreamSource(microphone.stream);
    this.#source.connect(this.#analyser);
    const part = new Part(microphone, {
      onPiece: () => this.#checkSize(),
      onInterrupt: () => {
        if (part === this.#parts.at(-1)) this.#pause();
      },
    });
    this.#parts.push(part);
  }

  /** In place of the microphone that is lost, or stays mute after a call. */
  async #openAnother(): Promise<boolean> {
    this.#isOpening = true;
    try {
      const microphone = await openMicrophone();
      const { stream } = microphone;
      if (this.#hasEnded || isMuted(stream)) release(stream);
      if (this.#hasEnded) return false;
      if (isMuted(stream)) throw new NoMicrophone(voiceTexts.busy);
      this.#parts.at(-1)?.end();
      this.#begin(microphone);
      return true;
    } finally {
      this.#isOpening = false;
    }
  }

  #pause(): void {
    if (this.#isPaused || this.#hasEnded) return;
    this.#note(this.#measure().recorded);
    if (this.#hasEnded) return;
    this.#isPaused = true;
    this.#parts.at(-1)?.pause();
    this.#options.onPause();
  }

  /** A browser leaves the state of a context that runs only where something takes the sound away. */
  #handleState(): void {
    const { state } = this.#context;
    const wasLive = this.#wasLive;
    this.#wasLive = state === 'running';
    if (wasLive && !this.#wasLive) this.#pause();
    // Where the user has gone on before, only the level waits for it.
    else if (state === 'suspended' && !this.#isPaused) void this.#context.resume();
  }

  #checkSize(): void {
    const size = this.#parts.reduce((sum, part) => sum + part.size, 0);
    if (size > this.#options.maxBytes * FULL) this.end('size');
  }

  /** How much has been recorded since it was last asked, and whether the machine slept meanwhile. */
  #measure(): { recorded: number; hasSlept: boolean } {
    // Only the wall's clock goes on in a sleep; only the stop-watch is set by nobody.
    const wall = Date.now() - this.#lastWall;
    const passed = performance.now() - this.#lastTick;
    const sound = this.#context.currentTime * 1_000 - this.#lastSound;
    this.#lastWall += wall;
    this.#lastTick += passed;
    this.#lastSound += sound;
    const hasSlept = wall - sound > MAX_DRIFT_MS;
    return { recorded: hasSlept ? Math.min(passed, sound) : passed, hasSlept };
  }

  #tick(): void {
    const { recorded, hasSlept } = this.#measure();
    if (this.#isPaused) return;
    this.#note(recorded);
    if (hasSlept) this.#pause();
  }

  #note(recorded: number): void {
    const part = this.#parts.at(-1);
    if (!part) return;
    part.ms += recorded;
    const samples = new Float32Array(this.#analyser.fftSize);
    this.#analyser.getFloatTimeDomainData(samples);
    const level = loudnessOf(samples);
    // A hidden page is called less often.
    while (part.levels.length * TICK_MS < part.ms) part.levels.push(level);
    const ms = this.#parts.reduce((sum, one) => sum + one.ms, 0);
    this.#options.onTick(ms, part.levels);
    if (ms >= LIMIT_MS) this.end('limit');
  }
}

/** The recorder hands over its data this often. */
const PIECE_MS = 1_000;

interface Handlers {
  /** There is more of it than before. */
  onPiece: () => void;
  /** Nothing comes from the microphone for now, or ever again. */
  onInterrupt: () => void;
}

/** The recording of one microphone, a file of its own: no browser goes on in a file with another microphone. */
class Part {
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
