const RETRY_MS = 200;

/** A program that was started. */
export interface Running {
  pid: number | undefined;
  /** Settles once it serves; rejects when it ends before. */
  ready: Promise<unknown>;
  ended: Promise<unknown>;
}

/** A program started again whenever it ends unasked, as a service manager would. */
export class Supervisor<Program extends Running> {
  private readonly launch: () => Program;
  private readonly onEnding: () => void;
  private running: Program | undefined;
  private isWanted = false;
  private starting: Promise<void> = Promise.resolve();

  /** `onEnding` hears of every end that nobody asked for. */
  constructor(launch: () => Program, onEnding: () => void = () => undefined) {
    this.launch = launch;
    this.onEnding = onEnding;
  }

  get pid(): number | undefined {
    return this.running?.pid;
  }

  /** Settles once it serves, however many attempts that needs. */
  start(): Promise<void> {
    this.isWanted = true;
    this.starting = this.startUntilUp();
    return this.starting;
  }

  /** Settles once a start that is under way has come to an end. */
  recovered(): Promise<void> {
    return this.starting;
  }

  /** Has it ended by `finish`, whatever it is at, starting up included; it stays down until `start`. */
  async end(finish: (program: Program) => unknown): Promise<void> {
    this.isWanted = false;
    const { running } = this;
    if (running) {
      await finish(running);
      await running.ended;
    }
    await this.starting;
  }

  private async startUntilUp(): Promise<void> {
    while (this.isWanted && !(await this.startOnce())) {
      await new Promise((later) => setTimeout(later, RETRY_MS));
    }
  }

  private async startOnce(): Promise<boolean> {
    const program = this.launch();
    this.running = program;
    const isUp = await program.ready.then(
      () => true,
      () => false,
    );
    if (!isUp) await program.ended;
    void program.ended.then(() => this.goOn(program, isUp));
    return isUp;
  }

  private goOn(program: Program, wasUp: boolean): void {
    if (this.running === program) this.running = undefined;
    else return;
    if (!this.isWanted) return;
    this.onEnding();
    if (wasUp) this.starting = this.startUntilUp();
  }
}
