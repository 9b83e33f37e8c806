import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../../db/database.ts';
import type { SentRow } from '../store/insert-messages.queries.ts';
import type { NewMessage } from '../store/send-forms.queries.ts';
import { type Outcome, storeSends } from '../store/store-sends.ts';

/**
 * Stores what is sent while a commit is under way together, by one statement with one commit. Who finds nothing under way waits for nobody.
 */
export interface SendGatherer {
  /**
   * Settles once the message is stored; undefined when it found nowhere to go. What is new is told, the messages of a chat in the order of their
   * numbers.
   */
  send(message: NewMessage, tell: (sent: SentRow) => void): Promise<SentRow | undefined>;
  /**
   * Settles once what is stored in this chat by now is told, and what is being stored: what others say of a message must not be heard before
   * the message.
   */
  told(chatUuid: string): Promise<void>;
}

/** Of a batch; so that nobody waits long for others' messages. */
const MOST = 64;
/** Told and answered in one turn of the event loop. */
const TOLD_AT_ONCE = 8;

interface Send {
  message: NewMessage;
  tell(sent: SentRow): void;
  resolve(sent: SentRow | undefined): void;
  reject(error: unknown): void;
}

const referenceOf = ({ chatUuid, senderId, referenceId, uuid }: NewMessage) =>
  `${chatUuid}:${senderId}:${referenceId ?? uuid}`;

interface Options {
  /** So many batches at once; no more connections than these are ever taken by sends. */
  lanes: number;
  /**
   * Tell before the sender is answered, even if they are the only one: where other processes have sockets, which would not notice that this one
   * dies in between.
   */
  isToldFirst: boolean;
  /** Hears why a stored message could not be told. */
  onUntold(error: unknown): void;
}

export function createSendGatherer(
  db: Db,
  { lanes, isToldFirst, onUntold }: Options,
): SendGatherer {
  let waiting: Send[] = [];
  let freeLanes = lanes;
  const busyChats = new Set<string>();
  /** Of each chat its latest batch, until that is told. */
  const untold = new Map<string, Promise<void>>();
  let telling: Promise<void> = Promise.resolve();
  let batchesToTell = 0;

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
      void keepUntold(batch);
    }
  }

  async function keepUntold(batch: Send[]): Promise<void> {
    const chats = new Set(batch.map(({ message }) => message.chatUuid));
    const done = store(batch, chats);
    for (const chat of chats) untold.set(chat, done);
    await done;
    for (const chat of chats) if (untold.get(chat) === done) untold.delete(chat);
  }

  async function store(batch: Send[], chats: Set<string>): Promise<void> {
    for (const chat of chats) busyChats.add(chat);
    const outcomes = await storeSends(
      db,
      batch.map(({ message }) => message),
    );
    for (const chat of chats) busyChats.delete(chat);
    freeLanes++;
    batchesToTell++;
    const finished = telling.then(() => finish(batch, outcomes));
    telling = finished;
    start();
    await finished;
    batchesToTell--;
  }

  /** One batch after another; in turns, so that the event loop gets to others in between. */
  async function finish(batch: Send[], outcomes: Outcome[]): Promise<void> {
    const finished = batch.map((send, n) => ({ send, outcome: outcomes[n] as Outcome }));
    // A turn for each batch of one would make a long line of them when there is much to do.
    const isCalm = finished.length === 1 && batchesToTell === 1;
    const finishOne = isCalm && !isToldFirst ? answerFirst : tellFirst;
    for (const [n, { send, outcome }] of finished.entries()) {
      if (n > 0 && n % TOLD_AT_ONCE === 0) await nextTurn();
      await finishOne(send, outcome);
    }
  }

  async function answerFirst(send: Send, outcome: Outcome): Promise<void> {
    settle(send, outcome);
    // Nothing that they do next is read before that turn is over.
    await nextTurn();
    tell(send, outcome);
  }

  function tellFirst(send: Send, outcome: Outcome): void {
    tell(send, outcome);
    settle(send, outcome);
  }

  function tell(send: Send, outcome: Outcome): void {
    if ('error' in outcome || !outcome.sent?.isNew) return;
    try {
      send.tell(outcome.sent);
    } catch (error) {
      onUntold(error);
    }
  }

  return {
    send: (message, tell) =>
      new Promise((resolve, reject) => {
        waiting.push({ message, tell, resolve, reject });
        start();
      }),
    told: async (chatUuid) => untold.get(chatUuid),
  };
}

function settle({ resolve, reject }: Send, outcome: Outcome): void {
  if ('error' in outcome) reject(outcome.error);
  else resolve(outcome.sent);
}
