/**
 * What this process has sent and others have not got: Redis did not take it, or has lost it since. Redis counts all that
 * is sent; one that counts fewer than it did has lost the last of it.
 */
export class Losses {
  #total = 0;
  #beginnings = 0;
  /** When the last message was sent that Redis took. */
  #sentAt = 0;
  /** When the last one was sent that others may not have got. */
  #lostAt: number | undefined;

  /** Redis counts from here on. */
  begin(total: number): void {
    this.#total = total;
    this.#beginnings++;
  }

  /**
   * Call before Redis is asked, and the result with the total that it answers, which must be greater by `more` at least:
   * gives whether it has lost something.
   */
  expect(more: number): (total: number) => boolean {
    const [least, beginnings] = [this.#total + more, this.#beginnings];
    return (total) => {
      if (beginnings !== this.#beginnings) return false;
      this.#total = Math.max(this.#total, total);
      if (total >= least) return false;
      this.#lostAt = Math.max(this.#sentAt, this.#lostAt ?? 0);
      return true;
    };
  }

  taken(): void {
    this.#sentAt = performance.now();
  }

  refused(): void {
    this.#lostAt = performance.now();
  }

  /** Others know. */
  settled(): void {
    this.#lostAt = undefined;
  }

  /** So many ms ago, or before, something was sent that others have not got. */
  age(): number | undefined {
    return this.#lostAt === undefined ? undefined : Math.ceil(performance.now() - this.#lostAt);
  }
}
