import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import type { NewMessage, SentRow } from './send.queries.ts';
import { type Outcome, storeSends } from './store-sends.ts';

/**
 * Stores what is sent while a commit is under way together, by one statement with one commit. Who finds nothing under way waits for nobody.
 */
export interface SendGatherer {
  /**
   * Settles once the message is stored and, when it is new, told: those of a chat in the order of their numbers. Undefined when it found
   * nowhere to go.
   */
  send(message: NewMessage, tell: (sent: SentRow) => void): Promise<SentRow | undefined>;
}

/** Of a batch; so that nobody waits long for others' messages. */
const MOST = 64;
/** Told in one turn of the event loop. */
const TOLD_AT_ONCE = 8;

interface Send {
  message: NewMessage;
  tell(sent: SentRow): void;
  resolve(sent: SentRow | undefined): void;
  reject(error: unknown): void;
}

const referenceOf = ({ chatUuid, senderId, referenceId, uuid }: NewMessage) =>
  `${chatUuid}:${senderId}:${referenceId ?? uuid}`;

/** @param lanes so many batches at once; no more connections than these are ever taken by sends. */
export function createSendGatherer(db: Db, lanes: number): SendGatherer {
  let waiting: Send[] = [];
  let freeLanes = lanes;
  const busyChats = new Set<string>();
  let telling: Promise<void> = Promise.resolve();

  /** The longest waiting, one of each reference, of chats that are in no other batch: there they would only wait for its lock. */
  function takeBatch(): Send[] {
    const batch: Send[] = [];
    const references = new Set<string>();
    waiting = waiting.filter((send) => {
      const reference = referenceOf(send.message);
      if (batch.length === MOST || busyChats.has(send.message.chatUuid)) return true;
      if (references.has(reference)) return true;
      references.add(reference);
      batch.push(send);
      return false;
    });
    return batch;
  }

  function start(): void {
    while (freeLanes > 0) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      freeLanes--;
      void store(batch);
    }
  }

  async function store(batch: Send[]): Promise<void> {
    const messages = batch.map(({ message }) => message);
    for (const { chatUuid } of messages) busyChats.add(chatUuid);
    const outcomes = await storeSends(db, messages);
    for (const { chatUuid } of messages) busyChats.delete(chatUuid);
    freeLanes++;
    telling = telling.then(() => tellAll(batch, outcomes));
    start();
  }

  return {
    send: (message, tell) =>
      new Promise((resolve, reject) => {
        waiting.push({ message, tell, resolve, reject });
        start();
      }),
  };
}

async function tellAll(batch: Send[], outcomes: Outcome[]): Promise<void> {
  for (const [n, send] of batch.entries()) {
    if (n > 0 && n % TOLD_AT_ONCE === 0) await nextTurn();
    settle(send, outcomes[n] as Outcome);
  }
}

function settle(send: Send, outcome: Outcome): void {
  try {
    if ('error' in outcome) throw outcome.error;
    if (outcome.sent?.isNew) send.tell(outcome.sent);
    send.resolve(outcome.sent);
  } catch (error) {
    send.reject(error);
  }
}
