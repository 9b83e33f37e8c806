import { uptime } from 'node:os';

/** A clock may be put right by as much at once. */
const STEP_MS = 60_000;
/** Two clocks that nobody sets go apart by less: one part in a thousand. */
const DRIFT = 0.001;
/** A clock that leaps is not followed for this time: a time service has put the clock back by then. */
const CAUTION_MS = 5 * 60_000;
/** The system tells how long it has been up in hundredths of a second. */
const UP_STEP_MS = 10;

/** A reading of the clock, and for how many ms the machine had been up then. */
interface Reading {
  at: number;
  upMs: number;
}

/**
 * How late it is for messages that wait: as the database's clock says while that goes with the time since the machine's
 * start. Where the clock leaps, the earlier one of both counts, so that a wild clock sends nothing too early.
 */
export class DueClock {
  readonly #upMs: () => number;
  #known: Reading | undefined;
  #doubted: Reading | undefined;

  /** The time since the machine's start goes on while the machine sleeps. */
  constructor(upMs: () => number = () => uptime() * 1_000) {
    this.#upMs = upMs;
  }

  get isDoubted(): boolean {
    return this.#doubted !== undefined;
  }

  /**
   * The time at which messages are due now; undefined where nothing is known yet and the clock says what does not follow
   * on the data.
   */
  async read(now: Date, isPlausible: () => Promise<boolean>): Promise<Date | undefined> {
    const reading = { at: now.getTime(), upMs: this.#upMs() };
    const known = this.#known;
    const isFollowed = known ? follows(reading, known) : await isPlausible();
    if (isFollowed || this.#hasGoneSteadily(reading)) {
      this.#known = reading;
      this.#doubted = undefined;
      return now;
    }
    return known && new Date(Math.min(reading.at, expectedAt(reading, known) - UP_STEP_MS));
  }

  /** A second leap begins the doubt anew. */
  #hasGoneSteadily(reading: Reading): boolean {
    if (!this.#doubted || !follows(reading, this.#doubted)) this.#doubted = reading;
    return reading.upMs - this.#doubted.upMs >= CAUTION_MS;
  }
}

const expectedAt = ({ upMs }: Reading, before: Reading) => before.at + upMs - before.upMs;

function follows(reading: Reading, before: Reading): boolean {
  const tolerated = STEP_MS + (reading.upMs - before.upMs) * DRIFT;
  return Math.abs(reading.at - expectedAt(reading, before)) <= tolerated;
}
