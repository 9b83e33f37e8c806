import { dropOldest } from '../../shared/drop-oldest.ts';
import { isOlder, OLDER_STREAM } from './keys.ts';
import type { SharedRedis } from './open-redis.ts';
import type { Entry } from './subscription.ts';

interface OlderListener {
  onEntry(entry: Entry): void;
  /** Some of what they said will never come here. */
  onMissed(): void;
}

const MAX_READ = 500;
const MAX_PROCESSES = 1_000;
const EMPTY = '0-0';

/** What processes of the version before say, all of them in one stream, while an installation is being upgraded. */
export class OlderStream {
  readonly #redis: Pick<SharedRedis, 'commands'>;
  readonly #listener: OlderListener;
  /** Of each process, the number of its last entry. */
  readonly #numbers = new Map<string, number>();
  #position = EMPTY;

  constructor(redis: Pick<SharedRedis, 'commands'>, listener: OlderListener) {
    this.#redis = redis;
    this.#listener = listener;
  }

  /** Reads from the stream's present end on. */
  async beginAtEnd(): Promise<void> {
    const [last] = await this.#redis.commands.xrevrange(OLDER_STREAM, '+', '-', 'COUNT', 1);
    this.#position = last?.[0] ?? EMPTY;
  }

  async read(): Promise<void> {
    const from = ['COUNT', MAX_READ, 'STREAMS', OLDER_STREAM, this.#position] as const;
    const [stream] = (await this.#redis.commands.xread(...from)) ?? [];
    for (const [id, fields] of stream?.[1] ?? []) {
      this.#position = id;
      this.#take(fields);
    }
  }

  #take([, by = '', , number, , text = '', note = '', value = '']: string[]): void {
    // A copy of what comes by this process's own channel.
    if (!isOlder(by)) return;
    const entry = { by, number: Number(number), text, note, value };
    this.#listener.onEntry(entry);
    const last = this.#numbers.get(by);
    this.#numbers.delete(by);
    this.#numbers.set(by, entry.number);
    dropOldest(this.#numbers, MAX_PROCESSES);
    if (last !== undefined && entry.number > last + 1) this.#listener.onMissed();
  }
}
