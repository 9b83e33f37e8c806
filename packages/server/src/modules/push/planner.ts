import type { FastifyBaseLogger } from 'fastify';
import type { Timing } from '../../config/timing.ts';
import type { Database } from '../../db/database.ts';
import { failAlone, logUnlessTransient } from '../../db/faults.ts';
import { SerialQueue } from '../../shared/queues.ts';
import type { LostLook, VisiblePages } from '../presence/context.ts';
import type { WorkingHours } from '../working-hours/context.ts';
import { type ByHours, noteCandidates, queueAndNote, sortByHours } from './by-hours.ts';
import {
  type Candidate,
  type EditRow,
  findCandidates,
  findEdits,
  findMissed,
  findNewlyMentioned,
  findUnplanned,
  insertProgress,
  queueEdited,
  queueMentions,
  queueMessages,
  queueMissed,
  takeEdits,
  type Unplanned,
} from './plan.queries.ts';
import { withdrawInChats, withdrawInGroups } from './queue.queries.ts';

/** Says whom what happened in chats is pushed to, a moment after it was answered (decision 19). */
export interface Planner {
  /** Somebody wrote in the chat. */
  sent(chatId: number): void;
  /** A message was edited. */
  edited(): void;
  /** Pushed messages of the chats may have been seen, or be gone. */
  settled(chatIds: number[]): void;
  /** Somebody left chats of these groups. */
  left(groupIds: number[]): void;
  /** Somebody's last visible page was lost. */
  lost(): void;
  /** Looks for what was left by processes that ended, too. */
  lookAround(): Promise<void>;
  close(): Promise<void>;
}

// Events of this time are followed by the same statements.
const GATHER_MS = 80;
const RETRY_MS = 1_000;
/** For a message that came so long before the last visible page was lost (rules/push 9). */
const MISSED_S = 30;
/** A process that ended without a word is noticed late. */
const NOTICED_LATE_S = 30;
// The most chats or people in one statement.
const MAX_AT_ONCE = 500;

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  workingHours: Pick<WorkingHours, 'statusOf'>;
  visiblePages: () => Pick<VisiblePages, 'findLost' | 'noteFollowed' | 'lookAround'>;
  /** False while nobody takes pushes: then nothing is asked. */
  isWanted: () => boolean;
  timing: Pick<Timing, 'pushLostMs'>;
  /** Something waits to be handed over. */
  onQueued: () => void;
}

class GatheringPlanner implements Planner {
  readonly #deps: Deps;
  readonly #sent = new Set<number>();
  readonly #settled = new Set<number>();
  readonly #left = new Set<number>();
  #hasEdits = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #losses = new Set<NodeJS.Timeout>();
  readonly #turns = new SerialQueue();
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  sent(chatId: number): void {
    if (!this.#deps.isWanted()) return;
    this.#sent.add(chatId);
    this.#schedule(GATHER_MS);
  }

  edited(): void {
    if (!this.#deps.isWanted()) return;
    this.#hasEdits = true;
    this.#schedule(GATHER_MS);
  }

  settled(chatIds: number[]): void {
    if (!this.#deps.isWanted()) return;
    for (const chatId of chatIds) this.#settled.add(chatId);
    if (this.#settled.size > 0) this.#schedule(GATHER_MS);
  }

  left(groupIds: number[]): void {
    if (!this.#deps.isWanted()) return;
    for (const groupId of groupIds) this.#left.add(groupId);
    if (this.#left.size > 0) this.#schedule(GATHER_MS);
  }

  lost(): void {
    if (!this.#deps.isWanted() || this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#losses.delete(timer);
      void this.#run(() => this.#followLost());
    }, this.#deps.timing.pushLostMs + 50);
    this.#losses.add(timer.unref());
  }

  async lookAround(): Promise<void> {
    await this.#run(async () => {
      await this.#followMessages('all');
      await this.#followEdits();
      await this.#deps.visiblePages().lookAround();
      await this.#followLost();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const timer of this.#losses) clearTimeout(timer);
    await this.#turns.run(async () => {});
  }

  #schedule(afterMs: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#run(() => this.#follow());
    }, afterMs).unref();
  }

  #run(work: () => Promise<void>): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#isClosed) return;
      try {
        await work();
      } catch (error) {
        logUnlessTransient(this.#deps.log, 'pushes were not planned')(error);
        if (this.#isLeft()) this.#schedule(RETRY_MS);
      }
    });
  }

  async #follow(): Promise<void> {
    const sent = take(this.#sent);
    const settled = take(this.#settled);
    const left = take(this.#left);
    const hasEdits = this.#hasEdits;
    this.#hasEdits = false;
    try {
      if (sent.length > 0) await this.#followMessages(sent);
      if (hasEdits) await this.#followEdits();
      await this.#eachAlone(settled, async (chatIds) => {
        this.#noteQueued(await withdrawInChats(this.#deps.db, chatIds));
      });
      await this.#eachAlone(left, async (groupIds) => {
        this.#noteQueued(await withdrawInGroups(this.#deps.db, groupIds));
      });
    } catch (error) {
      for (const chatId of sent) this.#sent.add(chatId);
      for (const chatId of settled) this.#settled.add(chatId);
      for (const groupId of left) this.#left.add(groupId);
      this.#hasEdits ||= hasEdits;
      throw error;
    }
    if (this.#isLeft()) this.#schedule(GATHER_MS);
  }

  #isLeft(): boolean {
    return this.#sent.size + this.#settled.size + this.#left.size > 0 || this.#hasEdits;
  }

  #noteQueued(count: number): void {
    if (count > 0) this.#deps.onQueued();
  }

  /** A bad one is left out alone, and looked at again with what comes next. */
  #eachAlone<Item>(items: Item[], work: (items: Item[]) => Promise<void>): Promise<void> {
    return failAlone(items, work, (item, error) =>
      this.#deps.log.error({ err: error, item }, 'pushes were not planned'),
    );
  }

  /** Another process may have gone on with a chat: what is left of it is looked at once more. */
  async #followMessages(chatIds: number[] | 'all'): Promise<void> {
    const found = await findUnplanned(this.#deps.db, chatIds);
    for (let start = 0; start < found.length; start += MAX_AT_ONCE) {
      const chats = found.slice(start, start + MAX_AT_ONCE);
      await this.#eachAlone(chats, (some) => this.#planChats(some));
    }
    if (this.#sent.size > 0) this.#schedule(GATHER_MS);
  }

  async #planChats(chats: Unplanned[]): Promise<void> {
    const { db } = this.#deps;
    const unknown = chats.filter(({ isKnown }) => !isKnown);
    if (unknown.length > 0) await insertProgress(db, unknown);
    const by = await this.#byHours(await findCandidates(db, chats));
    const moved = new Set(
      by.withheld.length === 0
        ? await queueMessages(db, chats, by.reached)
        : await db.transaction((tx) => queueAndNote(tx, chats, by)),
    );
    this.#noteQueued(by.reached.length);
    for (const { chatId } of chats) if (!moved.has(chatId)) this.#sent.add(chatId);
  }

  async #followEdits(): Promise<void> {
    const { db } = this.#deps;
    for (let edits = await findEdits(db); edits.length > 0; edits = await findEdits(db)) {
      await failAlone(
        edits,
        (some) => this.#planEdits(some),
        async (edit, error) => {
          this.#deps.log.error({ err: error, item: edit }, 'an edit was not pushed');
          await takeEdits(db, [edit]);
        },
      );
    }
  }

  async #planEdits(edits: EditRow[]): Promise<void> {
    const { db } = this.#deps;
    const { reached, withheld } = await this.#byHours(await findNewlyMentioned(db, edits));
    const queued = await db.transaction(async (tx) => {
      const taken = await takeEdits(tx, edits);
      const isOwn = ({ messageId }: Pick<Candidate, 'messageId'>) => taken.includes(messageId);
      await noteCandidates(tx, withheld.filter(isOwn));
      const changed = await queueEdited(tx, edits.filter(isOwn));
      const own = reached.filter(isOwn);
      return changed + (own.length > 0 ? await queueMentions(tx, own) : 0);
    });
    this.#noteQueued(queued);
  }

  async #followLost(): Promise<void> {
    const lost = await this.#deps.visiblePages().findLost(this.#deps.timing.pushLostMs);
    await this.#eachAlone(lost, (some) => this.#planMissed(some));
    if (lost.length > 0) await this.#deps.visiblePages().noteFollowed(lost);
  }

  async #planMissed(lost: LostLook[]): Promise<void> {
    const { db } = this.#deps;
    const looks = lost.map(({ isOrphan, ...one }) => ({
      ...one,
      withinSeconds: isOrphan ? MISSED_S + NOTICED_LATE_S : MISSED_S,
    }));
    const { reached, withheld } = await this.#byHours(await findMissed(db, looks));
    // A loss is noted as followed after both: until then they are done again, which changes nothing.
    await noteCandidates(db, withheld);
    if (reached.length > 0) this.#noteQueued(await queueMissed(db, reached));
  }

  #byHours(candidates: Candidate[]): Promise<ByHours> {
    return sortByHours(this.#deps.workingHours, candidates);
  }
}

function take(from: Set<number>): number[] {
  const taken = [...from].slice(0, MAX_AT_ONCE);
  for (const one of taken) from.delete(one);
  return taken;
}

export const createPlanner = (deps: Deps): Planner => new GatheringPlanner(deps);
