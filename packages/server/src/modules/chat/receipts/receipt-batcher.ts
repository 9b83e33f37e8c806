import type { FastifyBaseLogger } from 'fastify';
import type { Timing } from '../../../config/timing.ts';
import type { Database } from '../../../db/database.ts';
import { logFailure } from '../../../db/faults.ts';
import { createWorker, failAlone, type Worker } from '../../../jobs/worker.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import type { MarksMoved, MessageBatcher, ReceiptBatcher } from '../context.ts';
import type { Mark, MarkedRow } from '../store/receipts.queries.ts';
import { type ReceiptDeps, writeReceipts } from './write-receipts.ts';

const GATHER_MS = 100;
/** The database is away, or has just come back. */
const RETRY_MS = 500;

interface Deps {
  db: Database;
  /** Its sockets open after the batcher is made. */
  realtime: Realtime;
  messages: Pick<MessageBatcher, 'announced'>;
  log: FastifyBaseLogger;
  timing: Pick<Timing, 'receiptsApartMs'>;
  /** Members have seen more of these chats. */
  onSeen?: (chatIds: number[]) => void;
}

/** Something gathered: a mark and its callers, a chat to count again, or marks that were moved elsewhere. */
type Gathered =
  | { kind: 'mark'; mark: Mark; settle: PromiseWithResolvers<boolean> }
  | { kind: 'recount'; chatId: number; writerUuid: string | undefined }
  | { kind: 'move'; moved: MarksMoved };

type Waiting = Extract<Gathered, { kind: 'mark' }>;

export const createReceiptBatcher = (deps: Deps): ReceiptBatcher => new Batcher(deps);

class Batcher implements ReceiptBatcher {
  readonly #deps: Deps;
  /** One batch after another: a later one must find the marks of the earlier one. */
  readonly #worker: Worker;
  #gathered = new Map<string, Gathered>();
  #announcing: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#worker = createWorker({
      round: () => this.#writeGathered(),
      onError: (error) => this.#logFailure(error),
      gatherMs: GATHER_MS,
      apartMs: deps.timing.receiptsApartMs,
      retryMs: RETRY_MS,
    });
  }

  mark(mark: Mark): Promise<boolean> {
    const { settle } = this.#gatherMark(mark);
    this.#worker.wake();
    return settle.promise;
  }

  recount(chatId: number, writerUuid?: string): void {
    this.#gatherRecount(chatId, writerUuid);
    this.#worker.wake();
  }

  announceMove(moved: MarksMoved): void {
    this.#gatherMove(moved);
    this.#worker.wake();
  }

  async flush(): Promise<void> {
    await this.#worker.run();
    await this.#announcing;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#worker.close();
  }

  #receiptDeps(): ReceiptDeps {
    const { db, realtime, messages } = this.#deps;
    return { db, realtime, messages };
  }

  #gatherMark(mark: Mark): Waiting {
    const key = keyOf(mark);
    const known = this.#gathered.get(key);
    if (known?.kind === 'mark') {
      known.mark.deliveredSeq = Math.max(known.mark.deliveredSeq, mark.deliveredSeq);
      known.mark.seenSeq = Math.max(known.mark.seenSeq, mark.seenSeq);
      return known;
    }
    const waiting: Waiting = { kind: 'mark', mark: { ...mark }, settle: promiseWithResolvers() };
    this.#gathered.set(key, waiting);
    return waiting;
  }

  #gatherRecount(chatId: number, writerUuid: string | undefined): void {
    const key = `recount ${chatId}`;
    const known = this.#gathered.get(key);
    const before = known?.kind === 'recount' ? known.writerUuid : undefined;
    this.#gathered.set(key, { kind: 'recount', chatId, writerUuid: writerUuid ?? before });
  }

  #gatherMove(moved: MarksMoved): void {
    const key = `move ${moved.userUuids.join()}:${moved.chatUuid}`;
    const known = this.#gathered.get(key);
    const before = known?.kind === 'move' ? known.moved : moved;
    const furthest = before.seenSeq > moved.seenSeq ? before : moved;
    const from = Math.min(before.from, moved.from);
    this.#gathered.set(key, { kind: 'move', moved: { ...furthest, from } });
  }

  async #writeGathered(): Promise<undefined> {
    const left = new Set(this.#gathered.values());
    this.#gathered = new Map();
    const write = async (some: Gathered[]) => {
      await this.#write(some);
      for (const one of some) left.delete(one);
    };
    try {
      await failAlone([...left], write, (bad, error) => {
        left.delete(bad);
        this.#logFailure(error);
        if (bad.kind === 'mark') bad.settle.reject(error);
      });
    } catch (error) {
      this.#gatherAgain(left, error);
      throw error;
    }
  }

  async #write(some: Gathered[]): Promise<void> {
    const waiting = some.filter((one) => one.kind === 'mark');
    const { marked, announced } = await writeReceipts(this.#receiptDeps(), {
      marks: waiting.map(({ mark }) => mark),
      recounts: new Map(
        some.flatMap((one) => (one.kind === 'recount' ? [[one.chatId, one.writerUuid]] : [])),
      ),
      moves: some.flatMap((one) => (one.kind === 'move' ? [one.moved] : [])),
    });
    // A failure is logged alone: authors read the missed receipts at their next fetch.
    const logged = announced.catch((error) => this.#logFailure(error));
    this.#announcing = Promise.all([this.#announcing, logged]).then(() => {});
    this.#deps.onSeen?.(marked.filter(hasSeen).map(({ chatId }) => chatId));
    const ofMembers = new Set(marked.flatMap(keysOf));
    for (const { mark, settle } of waiting) settle.resolve(ofMembers.has(keyOf(mark)));
  }

  /** A client that learns of the failure may never send the mark again. */
  #gatherAgain(failed: Iterable<Gathered>, error: unknown): void {
    const later = this.#gathered.values();
    this.#gathered = new Map();
    for (const one of failed) {
      if (one.kind === 'mark') one.settle.reject(error);
      this.#gather(one).catch(() => {});
    }
    for (const one of later) {
      const written = this.#gather(one);
      if (one.kind === 'mark') written.then(one.settle.resolve, one.settle.reject);
    }
  }

  async #gather(one: Gathered): Promise<boolean> {
    if (one.kind === 'mark') return this.#gatherMark(one.mark).settle.promise;
    if (one.kind === 'move') this.#gatherMove(one.moved);
    else this.#gatherRecount(one.chatId, one.writerUuid);
    return true;
  }

  #logFailure(error: unknown): void {
    logFailure(this.#deps.log, error, 'receipts were not written');
  }
}

const keyOf = (mark: { userId: number; chatUuid: string }) => `${mark.userId}:${mark.chatUuid}`;

const hasSeen = ({ unreadCount }: MarkedRow) => unreadCount !== null;

const keysOf = ({ userIds, chatUuid }: MarkedRow) =>
  userIds.map((userId) => keyOf({ userId, chatUuid }));

// Promise.withResolvers came with Node 22.
function promiseWithResolvers(): PromiseWithResolvers<boolean> {
  let resolve!: PromiseWithResolvers<boolean>['resolve'];
  let reject!: PromiseWithResolvers<boolean>['reject'];
  const promise = new Promise<boolean>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
