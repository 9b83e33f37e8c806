import { voiceTexts } from './voice.texts.ts';
import { loudnessOf } from './waveform.tsx';

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

interface Microphone {
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

/** Why a recording ended that its user has not ended. */
export type Ending = 'limit' | 'size' | 'interrupted' | 'left';

const LIMIT_MS = 15 * 60_000;
const TICK_MS = 100;
/** The recorder hands over its data this often. */
const PIECE_MS = 1_000;
/** Sleep stops the audio clock, but not the wall clock. */
const MAX_DRIFT_MS = 2_000;
/** The form takes some bytes of its own. */
const FULL = 0.97;

interface Options extends Microphone {
  maxBytes: number;
  onTick: (ms: number, levels: number[]) => void;
  onEnd: (ending: Ending) => void;
}

/** One recording, from the microphone to its bytes and levels. */
export class Recorder {
  readonly levels: number[] = [];
  readonly #options: Options;
  readonly #context = new AudioContext();
  readonly #analyser: AnalyserNode;
  readonly #recorder: MediaRecorder;
  readonly #pieces: Blob[] = [];
  readonly #stopped: Promise<void>;
  readonly #timer: number;
  #hasEnded = false;
  #lastWall = Date.now();
  #lastTick = performance.now();
  #lastSound = 0;
  #ms = 0;

  constructor(options: Options) {
    this.#options = options;
    const { stream, format } = options;
    this.#analyser = this.#context.createAnalyser();
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
    void this.#context.resume();
    this.#recorder = new MediaRecorder(stream, {
      mimeType: format.type,
      audioBitsPerSecond: format.bitsPerSecond,
    });
    this.#stopped = new Promise((resolve) =>
      this.#recorder.addEventListener('stop', () => resolve(), { once: true }),
    );
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#add(data));
    const interrupt = () => this.end('interrupted');
    this.#recorder.addEventListener('error', interrupt);
    for (const track of stream.getTracks()) track.addEventListener('ended', interrupt);
    this.#recorder.start(PIECE_MS);
    this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
  }

  /** Nothing is recorded any more; what there is can still be had. */
  end(ending?: Ending): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    window.clearInterval(this.#timer);
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    for (const track of this.#options.stream.getTracks()) track.stop();
    void this.#context.close();
    if (ending) this.#options.onEnd(ending);
  }

  /** Ends it, and gives all of it. */
  async finish(): Promise<Blob> {
    this.end();
    await this.#stopped;
    return new Blob(this.#pieces, { type: this.#recorder.mimeType });
  }

  #add(piece: Blob): void {
    this.#pieces.push(piece);
    const size = this.#pieces.reduce((sum, one) => sum + one.size, 0);
    if (size > this.#options.maxBytes * FULL) this.end('size');
  }

  #tick(): void {
    // Only the wall's clock goes on in a sleep; only the stop-watch is set by nobody.
    const wall = Date.now() - this.#lastWall;
    const passed = performance.now() - this.#lastTick;
    const sound = this.#context.currentTime * 1_000;
    const hasSlept = wall - (sound - this.#lastSound) > MAX_DRIFT_MS;
    this.#lastWall += wall;
    this.#lastTick += passed;
    this.#lastSound = sound;
    if (hasSlept) this.end('interrupted');
    else this.#note(passed);
  }

  #note(passed: number): void {
    this.#ms += passed;
    const samples = new Float32Array(this.#analyser.fftSize);
    this.#analyser.getFloatTimeDomainData(samples);
    const level = loudnessOf(samples);
    // A hidden page is called less often.
    while (this.levels.length * TICK_MS < this.#ms) this.levels.push(level);
    this.#options.onTick(this.#ms, this.levels);
    if (this.#ms >= LIMIT_MS) this.end('limit');
  }
}
