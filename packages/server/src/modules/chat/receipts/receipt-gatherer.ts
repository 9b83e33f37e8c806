import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../db/database.ts';
import { logFailure } from '../../../db/outage.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import type { Mark, MarkedRow } from '../store/receipts.queries.ts';
import { type Means, type Recounts, raiseAll, writeReceipts } from './write-receipts.ts';

/**
 * Gathers the marks of many members for a moment and writes them together; what could not be written is tried again.
 * What a crash loses of that moment its clients say again.
 */
export interface ReceiptGatherer {
  /** To be called once before anyone connects: a crash may have come between marks and what follows from them. */
  start(): Promise<void>;
  /** Settles once the mark is written: true when its user takes part in the chat. */
  mark(mark: Mark): Promise<boolean>;
  /** Ask again who has got and seen what in the chat: a member left, or `writer` has by writing seen all before. */
  recount(chatId: number, writerUuid?: string): void;
  /** Writes and tells what is gathered. */
  close(): Promise<void>;
}

const GATHER_MS = 100;
/** The database is away, or has just come back. */
const RETRY_MS = 500;

interface Waiting {
  mark: Mark;
  settle: PromiseWithResolvers<boolean>;
}

type Batch = Map<string, Waiting>;
type OnFailure = (batch: Batch, chats: Recounts) => void;

const keyOf = (mark: { userId: number; chatUuid: string }) => `${mark.userId}:${mark.chatUuid}`;

const keysOf = ({ userIds, chatUuid }: MarkedRow) =>
  userIds.map((userId) => keyOf({ userId, chatUuid }));

export function createReceiptGatherer(
  db: Database,
  realtime: () => Realtime,
  messagesTold: Means['messagesTold'],
  log: FastifyBaseLogger,
): ReceiptGatherer {
  let waiting = new Map<string, Waiting>();
  let recounts: Recounts = new Map();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let telling: Promise<void> = Promise.resolve();

  const means = () => ({ db, realtime: realtime(), messagesTold });

  async function write(batch: Batch, chats: Recounts, onFailure: OnFailure): Promise<void> {
    const marks = [...batch.values()].map(({ mark }) => mark);
    try {
      const { marked, told } = await writeReceipts(means(), marks, chats);
      telling = Promise.all([telling, told]).then(() => {});
      const ofMembers = new Set(marked.flatMap(keysOf));
      for (const [key, { settle }] of batch) settle.resolve(ofMembers.has(key));
    } catch (error) {
      logFailure(log, error, 'receipts were not written');
      for (const { settle } of batch.values()) settle.reject(error);
      onFailure(batch, chats);
    }
  }

  // Whoever said it has heard that it failed, and may never say it again.
  function keep(batch: Batch, chats: Recounts): void {
    for (const { mark } of batch.values()) gather(mark).settle.promise.catch(() => {});
    for (const [chatId, writerUuid] of chats) {
      recounts.set(chatId, recounts.get(chatId) ?? writerUuid);
    }
    schedule(RETRY_MS);
  }

  function gather(mark: Mark): Waiting {
    const key = keyOf(mark);
    const held = waiting.get(key) ?? { mark: { ...mark }, settle: promiseWithResolvers() };
    held.mark.deliveredSeq = Math.max(held.mark.deliveredSeq, mark.deliveredSeq);
    held.mark.seenSeq = Math.max(held.mark.seenSeq, mark.seenSeq);
    waiting.set(key, held);
    return held;
  }

  // One batch after another: a later one must find the marks of the earlier one.
  function flush(onFailure: OnFailure): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [batch, chats] = [waiting, recounts];
    waiting = new Map();
    recounts = new Map();
    writing = writing.then(() => write(batch, chats, onFailure));
    return writing;
  }

  function schedule(afterMs = GATHER_MS): void {
    timer ??= setTimeout(() => void flush(keep), afterMs);
  }

  return {
    async start() {
      await raiseAll(means());
    },
    mark(mark) {
      const held = gather(mark);
      schedule();
      return held.settle.promise;
    },
    recount(chatId, writerUuid) {
      recounts.set(chatId, writerUuid ?? recounts.get(chatId));
      schedule();
    },
    async close() {
      await flush(() => {});
      await telling;
    },
  };
}

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
