import type { Db } from '../../../db/database.ts';
import { dropOldest } from '../../../shared/queues.ts';
import { type ChatIdentity, findChatIdentities } from '../store/chat-identity.queries.ts';

// Some 400 bytes each.
const MAX_CACHED = 10_000;

/** Identities of the chats that are written to, in memory: they never change, so nothing has to be evicted. */
export class ChatIdentities {
  readonly #db: Db;
  readonly #cached = new Map<string, ChatIdentity>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** By the chats' uuids; unknown chats are left out. */
  async of(chatUuids: Set<string>): Promise<ReadonlyMap<string, ChatIdentity>> {
    const unknown = [...chatUuids].filter((uuid) => !this.#cached.has(uuid));
    if (unknown.length === 0) return this.#cached;
    const found = new Map<string, ChatIdentity>();
    for (const chat of await findChatIdentities(this.#db, unknown)) {
      found.set(chat.uuid, chat);
      this.#cached.set(chat.uuid, chat);
    }
    for (const uuid of chatUuids) {
      const cached = this.#cached.get(uuid);
      if (cached) found.set(uuid, cached);
    }
    for (let n = 0; n < unknown.length; n++) dropOldest(this.#cached, MAX_CACHED);
    return found;
  }
}
