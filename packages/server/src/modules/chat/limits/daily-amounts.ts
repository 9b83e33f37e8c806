import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { Database } from '../../../db/database.ts';
import { logUnlessTransient } from '../../../db/faults.ts';
import { every, type Job } from '../../../jobs/worker.ts';
import {
  type AmountRow,
  addAmounts,
  findAmounts,
  removeAmountsBefore,
} from '../store/files.queries.ts';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
// A crash loses the texts of so long at most; a file is counted in the database before it is stored.
const SAVE_MS = 1_000;

interface Person {
  /** By the beginnings of quarters of an hour, as the database has them. */
  saved: Map<number, number>;
  /** The quarter in which `saved` was read: afterwards other processes may have added to it. */
  readIn: number;
  unsaved: number;
  saving: number;
  /** Bytes of files that are coming in. */
  arriving: number;
}

const quarterOf = (time: number): number => time - (time % QUARTER_MS);
/** The first quarter that still has a moment of the last day. */
const firstQuarter = (now: number): number => quarterOf(now - DAY_MS);

/**
 * How much each person has stored in the last day (rules/messages 33): counted in memory, so that a send costs no
 * statement more, and summed up in the database for all processes.
 */
export class DailyAmounts {
  readonly #db: Database;
  readonly #limit: number;
  readonly #people = new Map<number, Person>();
  readonly #saves = new PQueue({ concurrency: 1 });
  readonly #saving: Job;
  #removedIn = 0;

  constructor(db: Database, limit: number, log: FastifyBaseLogger) {
    this.#db = db;
    this.#limit = limit;
    const onError = logUnlessTransient(log, 'what people stored was not counted');
    this.#saving = every(SAVE_MS, () => this.#saves.add(() => this.#tidy()), onError);
  }

  /** Counts a text of theirs. Else the seconds until it would fit. */
  async take(personId: number, bytes: number): Promise<number | undefined> {
    const person = await this.#personOf(personId);
    const refused = this.#secondsUntil(person, bytes);
    if (refused === undefined) person.unsaved += bytes;
    return refused;
  }

  /** Counts a file of theirs by the counts of all processes, which it asks for. Else the seconds until it would fit. */
  async takeFile(personId: number, bytes: number): Promise<number | undefined> {
    const early = await this.take(personId, bytes);
    if (early !== undefined) return early;
    const person = await this.#personOf(personId);
    let late: number | undefined = 0;
    try {
      await this.#saves.add(() => this.#save());
      late = this.#secondsUntil(person, 0);
      return late;
    } finally {
      if (late !== undefined) person.unsaved -= bytes;
    }
  }

  /** Takes off bytes that were counted and then not stored. */
  giveBack(personId: number, bytes: number): void {
    const person = this.#people.get(personId);
    if (person) person.unsaved -= bytes;
  }

  /** Holds room for a file while it comes in, beside all others on their way; `arrived` gives it back. */
  async arriving(personId: number, bytes: number): Promise<number | undefined> {
    const person = this.#people.get(personId) ?? (await this.#personOf(personId));
    const refused = this.#secondsUntil(person, person.arriving + bytes);
    if (refused === undefined) person.arriving += bytes;
    return refused;
  }

  arrived(personId: number, bytes: number): void {
    const person = this.#people.get(personId);
    if (person) person.arriving -= bytes;
  }

  async close(): Promise<void> {
    await this.#saving.close();
    await this.#saves.add(() => this.#save());
  }

  async #personOf(personId: number): Promise<Person> {
    const quarter = quarterOf(Date.now());
    const known = this.#people.get(personId);
    if (known?.readIn === quarter) return known;
    const rows = await findAmounts(this.#db, personId, new Date(firstQuarter(Date.now())));
    const person = this.#people.get(personId) ?? {
      saved: new Map(),
      readIn: 0,
      unsaved: 0,
      saving: 0,
      arriving: 0,
    };
    this.#people.set(personId, person);
    for (const row of rows) noteSaved(person, row);
    person.readIn = quarter;
    return person;
  }

  /** Undefined: so much more fits now. */
  #secondsUntil({ saved, unsaved, saving }: Person, bytes: number): number | undefined {
    const now = Date.now();
    const first = firstQuarter(now);
    let sum = unsaved + saving + bytes;
    for (const [quarter, stored] of saved) if (quarter >= first) sum += stored;
    if (sum <= this.#limit) return undefined;
    for (const [quarter, stored] of [...saved].sort(([one], [other]) => one - other)) {
      if (quarter < first) continue;
      sum -= stored;
      if (sum <= this.#limit) return (quarter + QUARTER_MS + DAY_MS - now) / 1000;
    }
    return DAY_MS / 1000;
  }

  async #tidy(): Promise<void> {
    await this.#save();
    const quarter = quarterOf(Date.now());
    if (this.#removedIn === quarter) return;
    this.#removedIn = quarter;
    const first = firstQuarter(quarter);
    for (const [id, { saved, readIn, unsaved, arriving }] of this.#people) {
      for (const old of saved.keys()) if (old < first) saved.delete(old);
      if (readIn !== quarter && unsaved === 0 && arriving === 0) this.#people.delete(id);
    }
    await removeAmountsBefore(this.#db, new Date(first));
  }

  async #save(): Promise<void> {
    const quarter = new Date(quarterOf(Date.now()));
    const changed = [...this.#people].filter(([, { unsaved }]) => unsaved !== 0);
    if (changed.length === 0) return;
    for (const [, person] of changed) {
      person.saving = person.unsaved;
      person.unsaved = 0;
    }
    try {
      const amounts = changed.map(([userId, { saving }]) => ({ userId, quarter, bytes: saving }));
      for (const row of await addAmounts(this.#db, amounts)) {
        const person = this.#people.get(row.userId);
        if (person) noteSaved(person, row);
      }
    } catch (error) {
      for (const [, person] of changed) person.unsaved += person.saving;
      throw error;
    } finally {
      for (const [, person] of changed) person.saving = 0;
    }
  }
}

function noteSaved({ saved }: Person, { quarter, bytes }: AmountRow): void {
  saved.set(quarter.getTime(), bytes);
}
