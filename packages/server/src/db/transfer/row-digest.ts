import { createHash } from 'node:crypto';
import type { Row } from './rows.ts';

/** Number of rows and checksum over all lines: equal for two tables with the same content. */
export interface Digest {
  rows: number;
  sha256: string;
}

/** Turns rows into lines of JSON and counts and sums them up on the way. */
export class RowDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(rows: Row[]): string {
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    this.#hash.update(lines);
    this.#rows += rows.length;
    return lines;
  }

  end(): Digest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

export async function digestOf(batches: AsyncIterable<Row[]>): Promise<Digest> {
  const digest = new RowDigest();
  for await (const rows of batches) digest.add(rows);
  return digest.end();
}
