import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/database.ts';
import type { ChangedPeople, PeopleCache, Realtime } from '../../realtime/publish.ts';
import type { HoursStatus, WorkingHours } from './context.ts';
import { type HoursOrAlways, openRanges, type TimeRange } from './wall-clock.ts';
import { findHoursOf, type SourceRow } from './working-hours.queries.ts';

type HoursRealtime = Pick<Realtime, 'addCache' | 'changeHours' | 'isPartitioned'>;

const DAY = 86_400_000;
const AHEAD = 14 * DAY;
const MAX_PEOPLE = 50_000;
const MAX_UNIONS = 2_000;
// The command line of the machine changes the database, too, and tells no process.
const MAX_AGE_MS = 60_000;

interface KnownPerson {
  hours: PersonHours;
  outsideHours: boolean;
}

/** The union of the hours of a person, shared by all who have the same. */
class PersonHours {
  readonly #all: readonly HoursOrAlways[];
  #known: TimeRange = { from: 0, to: 0 };
  #inside: TimeRange[] = [];

  constructor(all: readonly HoursOrAlways[]) {
    this.#all = all;
  }

  at(instant: number): Pick<HoursStatus, 'inside' | 'until'> {
    if (instant < this.#known.from || instant + AHEAD >= this.#known.to) this.#look(instant);
    const next = this.#inside.find(({ to }) => to > instant);
    if (!next) return { inside: false, until: null };
    const inside = next.from <= instant;
    const until = inside ? next.to : next.from;
    return { inside, until: until - instant > AHEAD ? null : new Date(until) };
  }

  /** Ahead for a day of questions, and back for those about a moment ago. */
  #look(instant: number): void {
    this.#known = { from: instant - DAY, to: instant + AHEAD + DAY };
    this.#inside = openRanges(this.#all, this.#known);
  }
}

class KnownHours implements WorkingHours, PeopleCache {
  readonly #db: Db;
  readonly #realtime: HoursRealtime;
  readonly #people = new LRUCache<number, KnownPerson>({ max: MAX_PEOPLE, ttl: MAX_AGE_MS });
  readonly #unions = new LRUCache<string, PersonHours>({ max: MAX_UNIONS });
  /** Raised by every eviction: what was read before one must not be put in after it. */
  #generation = 0;

  constructor(db: Db, realtime: HoursRealtime) {
    this.#db = db;
    this.#realtime = realtime;
    realtime.addCache(this);
  }

  async statusOf(
    userIds: readonly number[],
    at: Date = new Date(),
  ): Promise<Map<number, HoursStatus>> {
    const found = new Map<number, KnownPerson>();
    if (!this.#realtime.isPartitioned()) {
      for (const id of userIds) {
        const known = this.#people.get(id);
        if (known) found.set(id, known);
      }
    }
    const unknown = userIds.filter((id) => !found.has(id));
    for (const [id, person] of await this.#read(unknown)) found.set(id, person);
    return new Map([...found].map(([id, person]) => [id, statusAt(person, at)]));
  }

  async readStatus(userId: number): Promise<HoursStatus> {
    const person = (await this.#read([userId])).get(userId);
    if (!person) return { inside: true, until: null, outsideHours: false };
    return statusAt(person, new Date());
  }

  evictHours(userIds: ChangedPeople): void {
    this.#generation++;
    if (userIds === 'all') this.#people.clear();
    else for (const id of userIds) this.#people.delete(id);
  }

  evictAll(): void {
    this.evictHours('all');
  }

  changed(userIds: ChangedPeople): void {
    this.evictHours(userIds);
    this.#realtime.changeHours(userIds);
  }

  async #read(userIds: number[]): Promise<Map<number, KnownPerson>> {
    if (userIds.length === 0) return new Map();
    const before = this.#generation;
    const rows = await findHoursOf(this.#db, userIds);
    const said = new Map(rows.flatMap(({ version, hours }) => (hours ? [[version, hours]] : [])));
    const people = new Map<number, KnownPerson>();
    for (const { userId, versions, outsideHours } of sourcesOf(rows)) {
      const hours = this.#unionOf(versions, (version) => said.get(version) ?? null);
      people.set(userId, { hours, outsideHours });
    }
    if (before === this.#generation) {
      for (const [userId, person] of people) this.#people.set(userId, person);
    }
    return people;
  }

  #unionOf(
    versions: (number | null)[],
    hoursOf: (version: number | null) => HoursOrAlways,
  ): PersonHours {
    const key = versions.sort((one, other) => (one ?? 0) - (other ?? 0)).join();
    const known = this.#unions.get(key) ?? new PersonHours(versions.map(hoursOf));
    this.#unions.set(key, known);
    return known;
  }
}

interface Sources {
  userId: number;
  outsideHours: boolean;
  versions: (number | null)[];
}

/** The rows of each person together. */
function sourcesOf(rows: SourceRow[]): Iterable<Sources> {
  const sources = new Map<number, Sources>();
  for (const { userId, outsideHours, version } of rows) {
    const source = sources.get(userId) ?? { userId, outsideHours, versions: [] };
    source.versions.push(version);
    sources.set(userId, source);
  }
  return sources.values();
}

const statusAt = ({ hours, outsideHours }: KnownPerson, at: Date): HoursStatus => ({
  ...hours.at(at.getTime()),
  outsideHours,
});

export const createWorkingHours = (db: Db, realtime: HoursRealtime): WorkingHours =>
  new KnownHours(db, realtime);
