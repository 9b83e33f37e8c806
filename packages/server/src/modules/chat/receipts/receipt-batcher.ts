import type { FastifyBaseLogger } from 'fastify';
import type { Timing } from '../../../config/timing.ts';
import type { Database } from '../../../db/database.ts';
import { isOfOneRow, logFailure } from '../../../db/faults.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import type { MarksMoved, MessageBatcher, ReceiptBatcher } from '../context.ts';
import type { Mark, MarkedRow } from '../store/receipts.queries.ts';
import { type ReceiptDeps, type Recounts, writeReceipts } from './write-receipts.ts';

const GATHER_MS = 100;
/** The database is away, or has just come back. */
const RETRY_MS = 500;

interface Deps {
  db: Database;
  /** Its sockets open after the batcher is made. */
  realtime: () => Realtime;
  messages: Pick<MessageBatcher, 'announced'>;
  log: FastifyBaseLogger;
  timing: Pick<Timing, 'receiptsApartMs'>;
  /** Members have seen more of these chats. */
  onSeen?: (chatIds: number[]) => void;
}

interface Waiting {
  mark: Mark;
  settle: PromiseWithResolvers<boolean>;
}

interface Batch {
  marks: Map<string, Waiting>;
  recounts: Recounts;
  moves: Map<string, MarksMoved>;
}

const emptyBatch = (): Batch => ({ marks: new Map(), recounts: new Map(), moves: new Map() });

export const createReceiptBatcher = (deps: Deps): ReceiptBatcher => new Batcher(deps);

class Batcher implements ReceiptBatcher {
  readonly #deps: Deps;
  #gathered = emptyBatch();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** The batch that is written next; what comes until then goes with it, however long the one before takes. */
  #next: Promise<void> | undefined;
  #isClosed = false;
  #announcing: Promise<void> = Promise.resolve();
  #begunAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  mark(mark: Mark): Promise<boolean> {
    const { settle } = this.#gather(mark);
    this.#schedule(GATHER_MS);
    return settle.promise;
  }

  recount(chatId: number, writerUuid?: string): void {
    const { recounts } = this.#gathered;
    recounts.set(chatId, writerUuid ?? recounts.get(chatId));
    this.#schedule(GATHER_MS);
  }

  announceMove(moved: MarksMoved): void {
    this.#gatherMove(moved);
    this.#schedule(GATHER_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#flush();
    await this.#announcing;
  }

  #receiptDeps(): ReceiptDeps {
    const { db, realtime, messages } = this.#deps;
    return { db, realtime: realtime(), messages };
  }

  #gather(mark: Mark): Waiting {
    const key = keyOf(mark);
    const { marks } = this.#gathered;
    const waiting = marks.get(key) ?? { mark: { ...mark }, settle: promiseWithResolvers() };
    waiting.mark.deliveredSeq = Math.max(waiting.mark.deliveredSeq, mark.deliveredSeq);
    waiting.mark.seenSeq = Math.max(waiting.mark.seenSeq, mark.seenSeq);
    marks.set(key, waiting);
    return waiting;
  }

  #gatherMove(moved: MarksMoved): void {
    const { moves } = this.#gathered;
    const key = `${moved.userUuids.join()}:${moved.chatUuid}`;
    const before = moves.get(key) ?? moved;
    const furthest = before.seenSeq > moved.seenSeq ? before : moved;
    moves.set(key, { ...furthest, from: Math.min(before.from, moved.from) });
  }

  #schedule(afterMs: number): void {
    if (this.#next) return;
    const restMs = this.#begunAt + this.#deps.timing.receiptsApartMs - performance.now();
    this.#timer ??= setTimeout(() => void this.#flush(), Math.max(afterMs, restMs));
  }

  /** One batch after another: a later one must find the marks of the earlier one. */
  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined;
      this.#begunAt = performance.now();
      const batch = this.#gathered;
      this.#gathered = emptyBatch();
      return this.#write(batch);
    });
    this.#writing = this.#next;
    return this.#next;
  }

  async #write(batch: Batch): Promise<void> {
    const { marks, recounts, moves } = batch;
    try {
      const written = {
        marks: [...marks.values()].map(({ mark }) => mark),
        recounts,
        moves: [...moves.values()],
      };
      const { marked, announced } = await writeReceipts(this.#receiptDeps(), written);
      this.#announcing = Promise.all([this.#announcing, this.#logged(announced)]).then(() => {});
      this.#deps.onSeen?.(marked.filter(hasSeen).map(({ chatId }) => chatId));
      const ofMembers = new Set(marked.flatMap(keysOf));
      for (const [key, { settle }] of marks) settle.resolve(ofMembers.has(key));
    } catch (error) {
      const alone = isOfOneRow(error) ? aloneOf(batch) : [];
      if (alone.length > 1) {
        for (const one of alone) await this.#write(one);
        return;
      }
      logFailure(this.#deps.log, error, 'receipts were not written');
      for (const { settle } of marks.values()) settle.reject(error);
      // A bad one alone, which another try would not make good, is given up.
      if (!this.#isClosed && !isOfOneRow(error)) this.#retry(batch);
    }
  }

  /** A failure is logged alone: authors read the missed receipts at their next fetch. */
  #logged(announced: Promise<void>): Promise<void> {
    return announced.catch((error) =>
      logFailure(this.#deps.log, error, 'receipts were not announced'),
    );
  }

  /** A client that heard of the failure may never send the mark again. */
  #retry({ marks, recounts, moves }: Batch): void {
    for (const { mark } of marks.values()) this.#gather(mark).settle.promise.catch(() => {});
    const later = this.#gathered.recounts;
    for (const [chatId, writerUuid] of recounts) later.set(chatId, later.get(chatId) ?? writerUuid);
    for (const moved of moves.values()) this.#gatherMove(moved);
    this.#schedule(RETRY_MS);
  }
}

/** Each receipt of the batch in a batch of its own. */
const aloneOf = ({ marks, recounts, moves }: Batch): Batch[] => [
  ...[...marks].map((one) => ({ ...emptyBatch(), marks: new Map([one]) })),
  ...[...recounts].map((one) => ({ ...emptyBatch(), recounts: new Map([one]) })),
  ...[...moves].map((one) => ({ ...emptyBatch(), moves: new Map([one]) })),
];

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
