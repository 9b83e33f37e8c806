import { setImmediate as nextTurn } from 'node:timers/promises';
import { required } from '@chat/contract/checks';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/database.ts';
import { isDeadlock, isTransient, isUniqueViolation } from '../../../db/faults.ts';
import type { MessageBatcher } from '../context.ts';
import { type ChatIdentity, findChatIdentities } from '../store/chats.queries.ts';
import { insertMessages, type NewMessage, type SentRow } from '../store/insert-messages.queries.ts';

/** So that nobody waits long for the messages of others. */
const MAX_BATCH = 64;
/** So that the event loop gets to others in between. */
const MAX_ANSWERS_PER_TURN = 8;

interface Options {
  /** How many batches are stored at once; sends never take more connections than that. */
  slots: number;
  /**
   * Messages are announced before they are answered, a message alone too: where other processes have sockets, nobody
   * there would notice that this process dies in between.
   */
  broadcastFirst: boolean;
}

interface Waiting {
  message: NewMessage;
  announce(stored: SentRow): void;
  resolve(stored: SentRow | undefined): void;
  reject(error: unknown): void;
}

type Outcome = { row: SentRow | undefined } | { error: unknown };

export const createMessageBatcher = (db: Db, options: Options): MessageBatcher =>
  new Batcher(db, options);

class Batcher implements MessageBatcher {
  readonly #store: StoreMessages;
  readonly #broadcastFirst: boolean;
  #freeSlots: number;
  #waiting: Waiting[] = [];
  readonly #busyChats = new Set<string>();
  /** The latest batch of each chat, until its messages are announced. */
  readonly #unannounced = new Map<string, Promise<void>>();
  #answering: Promise<void> = Promise.resolve();
  #batchesToAnswer = 0;
  #stored = 0;

  constructor(db: Db, { slots, broadcastFirst }: Options) {
    this.#store = storeMessagesIn(db);
    this.#freeSlots = slots;
    this.#broadcastFirst = broadcastFirst;
  }

  insert(message: NewMessage, announce: (stored: SentRow) => void): Promise<SentRow | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, announce, resolve, reject });
      this.#startBatches();
    });
  }

  counts() {
    return { waiting: this.#waiting.length, stored: this.#stored };
  }

  async announced(chatUuid: string): Promise<void> {
    await this.#unannounced.get(chatUuid);
  }

  #startBatches(): void {
    while (this.#freeSlots > 0) {
      const batch = this.#takeBatch();
      if (batch.length === 0) return;
      void this.#run(batch);
    }
  }

  /** The messages that wait longest, one of each reference. A chat of another batch would only wait for its lock. */
  #takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const references = new Set<string>();
    this.#waiting = this.#waiting.filter((one) => {
      const reference = referenceOf(one.message);
      if (batch.length === MAX_BATCH || this.#busyChats.has(one.message.chatUuid)) return true;
      if (references.has(reference)) return true;
      references.add(reference);
      batch.push(one);
      return false;
    });
    return batch;
  }

  async #run(batch: Waiting[]): Promise<void> {
    const chats = new Set(batch.map(({ message }) => message.chatUuid));
    const done = this.#storeAndAnswer(batch, chats);
    for (const chat of chats) this.#unannounced.set(chat, done);
    await done;
    for (const chat of chats) {
      if (this.#unannounced.get(chat) === done) this.#unannounced.delete(chat);
    }
  }

  async #storeAndAnswer(batch: Waiting[], chats: Set<string>): Promise<void> {
    this.#freeSlots--;
    for (const chat of chats) this.#busyChats.add(chat);
    const messages = batch.map(({ message }) => message);
    const outcomes = await storeBatch(this.#store, messages);
    for (const chat of chats) this.#busyChats.delete(chat);
    this.#freeSlots++;
    this.#batchesToAnswer++;
    const answered = this.#answering.then(() => this.#answer(batch, outcomes));
    this.#answering = answered;
    this.#startBatches();
    await answered;
    this.#batchesToAnswer--;
  }

  /** One batch after another, so that the messages of a chat are announced in the order of their numbers. */
  async #answer(batch: Waiting[], outcomes: Outcome[]): Promise<void> {
    // With more to do, a turn for each message would make a line of them that grows.
    const isCalm = batch.length === 1 && this.#batchesToAnswer === 1;
    const answerFirst = isCalm && !this.#broadcastFirst;
    for (const [n, { announce, resolve, reject }] of batch.entries()) {
      if (n > 0 && n % MAX_ANSWERS_PER_TURN === 0) await nextTurn();
      const outcome = required(outcomes[n], 'outcome');
      if ('error' in outcome) {
        reject(outcome.error);
        continue;
      }
      const { row } = outcome;
      if (answerFirst) {
        resolve(row);
        await nextTurn();
      }
      if (row?.isNew) {
        this.#stored++;
        announce(row);
      }
      resolve(row);
    }
  }
}

const referenceOf = ({ chatUuid, senderId, referenceId, uuid }: NewMessage) =>
  `${chatUuid}:${senderId}:${referenceId ?? uuid}`;

/**
 * Stores messages by one statement. When the database refuses it, each message is stored alone, so that one that cannot
 * be stored harms no other; a message that was stored after all is known by its `uuid`.
 */
async function storeBatch(store: StoreMessages, messages: NewMessage[]): Promise<Outcome[]> {
  try {
    const rows = new Map((await store(messages)).map((row) => [row.at, row]));
    return messages.map((_, at) => ({ row: rows.get(at) }));
  } catch (error) {
    return isForAll(error) ? messages.map(() => ({ error })) : storeEach(store, messages);
  }
}

/** The database is away, or has no time for any message. */
const isForAll = (error: unknown) => isTransient(error) && !isDeadlock(error);

async function storeEach(store: StoreMessages, messages: NewMessage[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let away: { error: unknown } | undefined;
  for (const message of messages) {
    const outcome = away ?? (await storeAlone(store, message));
    if ('error' in outcome && isForAll(outcome.error)) away = outcome;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function storeAlone(store: StoreMessages, message: NewMessage): Promise<Outcome> {
  const insert = async () => ({ row: (await store([message]))[0] });
  try {
    return await insert().catch((error: unknown) => {
      // Another process has stored the same reference at the same moment: now it is known.
      if (isUniqueViolation(error, 'messages_reference_key')) return insert();
      throw error;
    });
  } catch (error) {
    return { error };
  }
}

/** Returns the messages that were stored now or before, each with the identity of its chat. */
type StoreMessages = (messages: NewMessage[]) => Promise<SentRow[]>;

/** Chat identities known beforehand spare the statement of a send a lookup. */
function storeMessagesIn(db: Db): StoreMessages {
  const identities = new ChatIdentities(db);
  return async (messages) => {
    const known = await identities.of(new Set(messages.map(({ chatUuid }) => chatUuid)));
    const stored = await insertMessages(db, messages);
    return stored.flatMap((row) => {
      const chat = known.get(required(messages[row.at], 'message').chatUuid);
      return chat ? Object.assign(row, { chat }) : [];
    });
  };
}

// Some 400 bytes each.
const MAX_CACHED = 10_000;

/** Identities of the chats that are written to, in memory: they never change, so nothing has to be evicted. */
class ChatIdentities {
  readonly #db: Db;
  readonly #cached = new LRUCache<string, ChatIdentity>({ max: MAX_CACHED });

  constructor(db: Db) {
    this.#db = db;
  }

  /** By the chats' uuids; unknown chats are left out. */
  async of(chatUuids: Set<string>): Promise<ReadonlyMap<string, ChatIdentity>> {
    const known = new Map<string, ChatIdentity>();
    for (const uuid of chatUuids) {
      const cached = this.#cached.get(uuid);
      if (cached) known.set(uuid, cached);
    }
    const unknown = [...chatUuids].filter((uuid) => !known.has(uuid));
    if (unknown.length === 0) return known;
    for (const chat of await findChatIdentities(this.#db, unknown)) {
      known.set(chat.uuid, chat);
      this.#cached.set(chat.uuid, chat);
    }
    return known;
  }
}
