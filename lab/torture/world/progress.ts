/** How many sends there are to take, and how many have come to an end. */
export class Progress {
  private left: number;
  private finished = 0;
  private readonly waiting = new Map<() => void, number>();

  constructor(sends: number) {
    this.left = sends;
  }

  take(): boolean {
    this.left--;
    return this.left >= 0;
  }

  finishOne(): void {
    this.finished++;
    for (const [wake, count] of this.waiting) {
      if (this.finished < count) continue;
      this.waiting.delete(wake);
      wake();
    }
  }

  reached(count: number): Promise<void> {
    if (this.finished >= count) return Promise.resolve();
    return new Promise((wake) => this.waiting.set(wake, count));
  }
}
