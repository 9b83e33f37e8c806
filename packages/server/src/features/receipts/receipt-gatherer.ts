import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Realtime } from '../../realtime/publish.ts';
import type { Mark } from './receipts.queries.ts';
import { type Recounts, writeReceipts } from './write-receipts.ts';

/**
 * Gathers the marks of many members for a moment and writes them together. What a crash loses of that moment
 * its clients say again.
 */
export interface ReceiptGatherer {
  /** Settles once the mark is written: true when its user takes part in the chat. */
  mark(mark: Mark): Promise<boolean>;
  /** Ask again who has got and seen what in the chat: a member left, or `writer` has by writing seen all before. */
  recount(chatId: number, writerUuid?: string): void;
  /** Writes what is gathered. */
  close(): Promise<void>;
}

const GATHER_MS = 50;

interface Waiting {
  mark: Mark;
  settle: PromiseWithResolvers<boolean>;
}

const keyOf = (mark: { userId: number; chatUuid: string }) => `${mark.userId}:${mark.chatUuid}`;

export function createReceiptGatherer(
  db: Database,
  realtime: () => Realtime,
  log: FastifyBaseLogger,
): ReceiptGatherer {
  let waiting = new Map<string, Waiting>();
  let recounts: Recounts = new Map();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(batch: Map<string, Waiting>, chats: Recounts): Promise<void> {
    const marks = [...batch.values()].map(({ mark }) => mark);
    try {
      const marked = await writeReceipts(db, realtime(), marks, chats);
      const ofMembers = new Set(marked.map(keyOf));
      for (const [key, { settle }] of batch) settle.resolve(ofMembers.has(key));
    } catch (error) {
      log.error({ err: error }, 'receipts were not written');
      for (const { settle } of batch.values()) settle.reject(error);
    }
  }

  // One batch after another: a later one must find the marks of the earlier one.
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [batch, chats] = [waiting, recounts];
    waiting = new Map();
    recounts = new Map();
    writing = writing.then(() => write(batch, chats));
    return writing;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), GATHER_MS);
  }

  return {
    mark(mark) {
      const key = keyOf(mark);
      const held = waiting.get(key) ?? { mark: { ...mark }, settle: promiseWithResolvers() };
      held.mark.deliveredSeq = Math.max(held.mark.deliveredSeq, mark.deliveredSeq);
      held.mark.seenSeq = Math.max(held.mark.seenSeq, mark.seenSeq);
      waiting.set(key, held);
      schedule();
      return held.settle.promise;
    },
    recount(chatId, writerUuid) {
      recounts.set(chatId, writerUuid ?? recounts.get(chatId));
      schedule();
    },
    close: flush,
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
