import type { CreatedMessage } from '@chat/contract/writing';

/** One send, from the first attempt to the answer, and what its author did with it since. */
export interface Send {
  referenceId: string;
  chatId: string;
  senderId: string;
  /** The possible texts: more than one while nobody knows whether an edit was carried out. */
  contents: string[];
  isForward: boolean;
  presence: 'STANDS' | 'PERHAPS' | 'DELETED';
  /** uuid and seq of every answer that said it stands. */
  answers: Pick<CreatedMessage, 'uuid' | 'seq'>[];
  /** Set for a message that was scheduled, once that was answered. */
  scheduled?: Waiting;
}

/** A message that waits for its time. */
export interface Waiting {
  uuid: string;
  /** In ms since 1970. */
  sendAt: number;
  /** Its author has sent it before its time, or tried to. */
  isByHand: boolean;
  /** Its author comes and goes: it may be dropped. */
  mayBeDropped: boolean;
}

/** Everything that people sent and were answered: the server is compared with it at the end. */
export class Ledger {
  readonly sends = new Map<string, Send>();
  acknowledged = 0;
  retries = 0;
  abandoned = 0;
  edited = 0;
  deleted = 0;
  forwarded = 0;
  scheduled = 0;
  cancelled = 0;

  begin(send: Pick<Send, 'referenceId' | 'chatId' | 'senderId' | 'contents' | 'isForward'>): Send {
    const begun: Send = { ...send, presence: 'STANDS', answers: [] };
    this.sends.set(send.referenceId, begun);
    return begun;
  }

  acknowledge(send: Send, [created]: CreatedMessage[]): void {
    if (!created) throw new Error('An answer without a message');
    if (send.answers.length === 0) this.acknowledged++;
    send.answers.push({ uuid: created.uuid, seq: created.seq });
  }

  /** Its sender went away before any answer: it may stand or not, but never twice. */
  abandon(): void {
    this.abandoned++;
  }
}
