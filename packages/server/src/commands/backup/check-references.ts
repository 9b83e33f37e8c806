import { TransferRefusal } from '../../db/transfer/tables.ts';
import { backupTexts } from '../commands.texts.ts';
import { type ReferenceRecord, tableOf } from './manifest.ts';

const FIRST_KEYS = 1_024;

/**
 * Primary keys of whole numbers, 8 bytes each: a table of millions fits in memory. Keys are added in ascending order.
 */
class KeySet {
  readonly #width: number;
  #values: Float64Array;
  #count = 0;

  constructor(width: number) {
    this.#width = width;
    this.#values = new Float64Array(FIRST_KEYS * width);
  }

  /** Returns false where the key does not come after the one before. */
  add(key: number[]): boolean {
    if (this.#count > 0 && this.#compare(this.#count - 1, key) >= 0) return false;
    const start = this.#count * this.#width;
    if (start + this.#width > this.#values.length) {
      const wider = new Float64Array(this.#values.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values.set(key, start);
    this.#count += 1;
    return true;
  }

  has(key: number[]): boolean {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, key);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }

  #compare(at: number, key: number[]): number {
    for (let place = 0; place < this.#width; place++) {
      const order = (this.#values[at * this.#width + place] ?? 0) - (key[place] ?? 0);
      if (order !== 0) return order;
    }
    return 0;
  }
}

/**
 * Proves, row by row, that a backup holds all rows on which others of its rows hang: without one of them none could be
 * restored. Tables come after those on which they hang.
 */
export class ReferenceCheck {
  readonly #references: ReferenceRecord[];
  readonly #keys = new Map<string, { places: number[]; set: KeySet }>();

  constructor(references: ReferenceRecord[]) {
    this.#references = references;
    for (const { to, key } of references) {
      this.#keys.set(to, { places: key, set: new KeySet(key.length) });
    }
  }

  /** Says whether the rows of the part matter here. */
  concerns(part: string): boolean {
    const table = tableOf(part);
    return table !== undefined && (this.#keys.has(table) || this.#of(table).length > 0);
  }

  /** Throws TransferRefusal for the first row that hangs on nothing. */
  add(part: string, lines: string): void {
    const table = tableOf(part) ?? '';
    const own = this.#keys.get(table);
    const references = this.#of(table);
    for (const line of lines.split('\n')) {
      if (line === '') continue;
      const row: (string | null)[] = JSON.parse(line);
      for (const { columns, to } of references) {
        const key = columns.map((column) => row[column] ?? null);
        // A row without a value hangs on nothing.
        if (key.includes(null) || this.#keys.get(to)?.set.has(key.map(Number))) continue;
        throw new TransferRefusal(backupTexts.damaged(backupTexts.dangling(table, to)));
      }
      if (own && !own.set.add(own.places.map((place) => Number(row[place])))) {
        throw new TransferRefusal(backupTexts.damaged(part));
      }
    }
  }

  #of(table: string): ReferenceRecord[] {
    return this.#references.filter(({ from }) => from === table);
  }
}
