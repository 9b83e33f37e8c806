import type { Db } from '../../db/database.ts';
import type { Worker } from '../../jobs/worker.ts';
import type { LiveSocket } from '../../realtime/live-sockets.ts';
import type { Load } from '../../security/keyed-queue.ts';
import type { Staging, Storage } from '../../storage/storage.ts';
import type { SearchIndexContext } from '../search-index/indexer.ts';
import type { NewMessage, SentRow } from './store/insert-messages.queries.ts';
import type { Mark } from './store/receipts.queries.ts';
import type { Watched } from './store/supervisions.queries.ts';

/** A chat that a socket of this process follows live. */
export interface RunningWatch extends Watched {
  chatUuid: string;
  socket: LiveSocket;
}

/** Dependencies of the operations of the chat. */
export interface ChatContext extends SearchIndexContext {
  watches: Set<RunningWatch>;
  storage: Storage;
  staging: Staging;
  pictures: Pictures;
  thumbnails: Thumbnails;
  messages: MessageBatcher;
  receipts: ReceiptBatcher;
  limits: PersonLimits;
  pushHints: PushHints;
  /** Sends what was scheduled. */
  scheduled: Worker;
}

/** Hints at events that people with a closed page may hear of. The planner follows them after the answer. */
export interface PushHints {
  /** A message was stored in the chat. */
  sent(chatId: number): void;
  /** To be called in the transaction that edits a message, with those whom only the edit mentions. */
  noteEdit(tx: Db, messageId: number, chatId: number, newMentions: number[]): Promise<void>;
  /** That transaction has been committed. */
  edited(): void;
  /** Messages of these chats were seen or deleted. */
  settled(chatIds: number[]): void;
  /** Somebody left chats of these groups. */
  left(groupIds: number[]): void;
}

/** An action that counts against a limit. */
export interface Claim {
  /** Counts what it stores; 429 where that is more than the person may in a day. */
  store(text: string, fileSize?: number): Promise<void>;
  /** Nothing was stored. */
  refund(): void;
  /** Nothing was stored, for the action was a repeat: it counts against no limit. */
  cancel(): Promise<void>;
}

export interface Receiving {
  /** To be asked before each piece. */
  admit(bytes: number): Promise<void>;
  /** The file is all here, or will not be. */
  end(): void;
}

/**
 * How much one person may send and store. More than that is an `OverLimit`: 429, and 503 where the disk is too full for
 * files.
 */
export interface PersonLimits {
  /** To be asked before a message, an edit, a forward or a reaction. */
  enter(personId: number): Promise<Claim>;
  /** Carries out what was let in, few things of a person at a time. */
  runFew<T>(personId: number, work: () => Promise<T>): Promise<T>;
  /** A file of which so much is expected comes in: others on their way are refused for it. */
  receive(personId: number, expected: number): Receiving;
  load(): Load;
  close(): Promise<void>;
}

/** Stores what is sent while a commit is under way together, by one statement with one commit. */
export interface MessageBatcher {
  /**
   * Settles with what is stored: nothing when the sender may not write there, or what they answer is gone. `announce` is
   * called once for a message that is new, in the order of the chat's numbers; it must not throw.
   */
  insert(message: NewMessage, announce: (stored: SentRow) => void): Promise<SentRow | undefined>;
  /** Settles once all that is stored, or being stored, in the chat by now is announced. */
  announced(chatUuid: string): Promise<void>;
  /** Messages that wait for a commit, and those that were stored since the start, without repeats. */
  counts(): { waiting: number; stored: number };
}

/** Members whose marks have passed the messages after `from`, up to `upTo`, and stand there since `at`. */
export interface MarksMoved {
  chatId: number;
  chatUuid: string;
  userUuids: string[];
  from: number;
  upTo: number;
  deliveredSeq: number;
  seenSeq: number;
  at: Date;
}

/** Gathers the marks of many members for a moment and writes them together; what fails is tried again. */
export interface ReceiptBatcher {
  /** Settles once the mark is written: true when its user takes part in the chat. */
  mark(mark: Mark): Promise<boolean>;
  /** Counts again who has got and seen what in the chat: a member left, or `writer` has by writing seen all before. */
  recount(chatId: number, writerUuid?: string): void;
  /** Tells authors that marks have passed their messages otherwise than by `mark`. */
  announceMove(moved: MarksMoved): void;
  /** Settles once what is gathered is written and announced. */
  flush(): Promise<void>;
  /** Does the same, for the last time. */
  close(): Promise<void>;
}

/** The facts about a picture, found when it arrives. */
export interface Picture {
  /** In pixels as it is shown, after the turn that its camera asks for; null where they are not known. */
  width: number | null;
  height: number | null;
  thumbnail: 'none' | 'made' | 'later';
}

export interface ExaminedFile {
  mediaType: string;
  /** Undefined when the file is no image. */
  picture: Picture | undefined;
  /** The duration of a recording; null where it is not known. */
  durationMs: number | null;
}

/**
 * Looks at what people send apart from the server: at one file at a time, and beside it one large picture is drawn.
 * Senders take turns.
 */
export interface Pictures {
  /**
   * Finds a file's kind by its bytes; a file that only begins like an image or sound is of no known kind. One that is
   * bared loses what tells of place, camera or people.
   */
  examine(senderId: number, path: string, isBared: boolean): Promise<ExaminedFile>;
  /** Draws the thumbnail beside the picture; false when none can be made. */
  shrink(senderId: number, path: string): Promise<boolean>;
  load(): Load;
  close(): void;
}

export interface LargePicture {
  uuid: string;
  senderId: number;
}

/**
 * Thumbnails of large pictures, made once their message stands; what a crash leaves out is made when it is asked for.
 */
export interface Thumbnails {
  /** Makes it in its turn; nobody waits. */
  begin(file: LargePicture): void;
  /**
   * Settles once it is stored, or it is known that there is none, or that a drawing takes too long; 503 when others
   * take long.
   */
  ready(file: LargePicture & { mediaType: string }): Promise<void>;
  load(): Load;
}
