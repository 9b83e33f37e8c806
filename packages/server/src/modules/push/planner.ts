import type { FastifyBaseLogger } from 'fastify';
import type { Timing } from '../../config/timing.ts';
import type { Database } from '../../db/database.ts';
import { logUnlessTransient } from '../../db/faults.ts';
import { createWorker, failAlone, type Worker } from '../../jobs/worker.ts';
import type { LostAmong, LostLook, VisiblePages } from '../presence/context.ts';
import type { WorkingHours } from '../working-hours/context.ts';
import { type ByHours, noteCandidates, queueAndNote, sortByHours } from './hours.ts';
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
  /** The last visible page of each of them was lost. */
  lost(userIds: number[]): void;
  /** Looks for what was left by processes that ended, too. */
  recoverUnplanned(): Promise<void>;
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
  visiblePages: () => Pick<VisiblePages, 'findLost' | 'noteFollowed' | 'recoverOrphans'>;
  /** False while nobody takes pushes: then nothing is asked. */
  isWanted: () => boolean;
  timing: Pick<Timing, 'pushLostMs'>;
  /** Something waits to be handed over. */
  onQueued: () => void;
}

/** Events that no round has followed yet. */
interface News {
  sent: Set<number>;
  settled: Set<number>;
  left: Set<number>;
  lost: Set<number>;
  hasEdits: boolean;
  /** Everything is to be looked at, also what ended processes left. */
  isWhole: boolean;
}

const noNews = (): News => ({
  sent: new Set(),
  settled: new Set(),
  left: new Set(),
  lost: new Set(),
  hasEdits: false,
  isWhole: false,
});

type MoreNews = {
  [Kind in keyof News]?: News[Kind] extends boolean ? boolean : Iterable<number>;
};

function addNews(news: News, more: MoreNews): void {
  for (const chatId of more.sent ?? []) news.sent.add(chatId);
  for (const chatId of more.settled ?? []) news.settled.add(chatId);
  for (const groupId of more.left ?? []) news.left.add(groupId);
  for (const userId of more.lost ?? []) news.lost.add(userId);
  news.hasEdits ||= more.hasEdits ?? false;
  news.isWhole ||= more.isWhole ?? false;
}

class GatheringPlanner implements Planner {
  readonly #deps: Deps;
  readonly #worker: Worker;
  #news = noNews();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#worker = createWorker({
      round: () => this.#followNews(),
      onError: logUnlessTransient(deps.log, 'pushes were not planned'),
      gatherMs: GATHER_MS,
      retryMs: RETRY_MS,
    });
  }

  sent(chatId: number): void {
    this.#note({ sent: [chatId] });
  }

  edited(): void {
    this.#note({ hasEdits: true });
  }

  settled(chatIds: number[]): void {
    this.#note({ settled: chatIds });
  }

  left(groupIds: number[]): void {
    this.#note({ left: groupIds });
  }

  lost(userIds: number[]): void {
    const follow = () => this.#note({ lost: userIds });
    setTimeout(follow, this.#deps.timing.pushLostMs).unref();
  }

  recoverUnplanned(): Promise<void> {
    this.#news.isWhole = true;
    return this.#worker.run();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  #note(more: MoreNews): void {
    if (!this.#deps.isWanted()) return;
    addNews(this.#news, more);
    this.#worker.wake();
  }

  async #followNews(): Promise<undefined> {
    const news = this.#news;
    this.#news = noNews();
    try {
      await this.#follow(news);
    } catch (error) {
      addNews(this.#news, news);
      throw error;
    }
  }

  async #follow({ sent, settled, left, lost, hasEdits, isWhole }: News): Promise<void> {
    const { db, visiblePages } = this.#deps;
    if (isWhole || sent.size > 0) await this.#followMessages(isWhole ? 'all' : [...sent]);
    if (isWhole || hasEdits) await this.#followEdits();
    await this.#eachAlone([...settled], async (chatIds) => {
      this.#noteQueued(await withdrawInChats(db, chatIds));
    });
    await this.#eachAlone([...left], async (groupIds) => {
      this.#noteQueued(await withdrawInGroups(db, groupIds));
    });
    if (isWhole && (await visiblePages().recoverOrphans())) await this.#followLost('ended');
    if (lost.size > 0) await this.#followLost([...lost]);
  }

  #noteQueued(count: number): void {
    if (count > 0) this.#deps.onQueued();
  }

  /** Some at a time. A bad one is left out alone, and looked at again with what comes next. */
  async #eachAlone<Item>(items: Item[], work: (items: Item[]) => Promise<void>): Promise<void> {
    for (let start = 0; start < items.length; start += MAX_AT_ONCE) {
      await failAlone(items.slice(start, start + MAX_AT_ONCE), work, (item, error) =>
        this.#deps.log.error({ err: error, item }, 'pushes were not planned'),
      );
    }
  }

  /** Another process may have gone on with a chat: what is left of it is looked at once more. */
  async #followMessages(chatIds: number[] | 'all'): Promise<void> {
    const found = await findUnplanned(this.#deps.db, chatIds);
    await this.#eachAlone(found, (some) => this.#planChats(some));
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
    for (const { chatId } of chats) if (!moved.has(chatId)) this.sent(chatId);
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

  async #followLost(among: LostAmong): Promise<void> {
    const pages = this.#deps.visiblePages();
    const find = () => pages.findLost(this.#deps.timing.pushLostMs, among);
    for (let lost = await find(); lost.length > 0; lost = await find()) {
      await this.#eachAlone(lost, (some) => this.#planMissed(some));
      await pages.noteFollowed(lost);
    }
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

export const createPlanner = (deps: Deps): Planner => new GatheringPlanner(deps);
