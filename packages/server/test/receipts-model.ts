import type { MessageStatus } from '@chat/contract/messages/messages.schema';

interface Written {
  seq: number;
  sender: number;
  status: MessageStatus;
  isDeleted: boolean;
}

interface Side {
  isPresent: boolean;
  delivered: number;
  seen: number;
}

const ranks: Record<MessageStatus, number> = { SENT: 0, DELIVERED: 1, SEEN: 2 };

/** One chat by the words of contract §2 alone: every message and every person, counted anew each time. */
export class ModelChat {
  readonly messages: Written[] = [];
  readonly sides: Side[];
  private readonly kind: 'GROUP' | 'DIRECT';

  constructor(kind: 'GROUP' | 'DIRECT', people: number) {
    this.kind = kind;
    this.sides = Array.from({ length: people }, () => ({ isPresent: true, delivered: 0, seen: 0 }));
  }

  private get last(): number {
    return this.messages.length;
  }

  side(person: number): Side {
    return this.sides[person] as Side;
  }

  mayWrite(person: number): boolean {
    const mustBeThere = this.kind === 'DIRECT' ? this.sides : [this.side(person)];
    return mustBeThere.every(({ isPresent }) => isPresent);
  }

  send(sender: number): void {
    this.messages.push({ seq: this.last + 1, sender, status: 'SENT', isDeleted: false });
    this.mark(sender, 'seen', this.last);
  }

  mark(person: number, what: 'delivered' | 'seen', upTo: number): void {
    const side = this.side(person);
    const reached = Math.min(upTo, this.last);
    side.delivered = Math.max(side.delivered, reached);
    if (what === 'seen') side.seen = Math.max(side.seen, reached);
    this.settle();
  }

  leave(person: number): void {
    this.side(person).isPresent = false;
    this.settle();
  }

  /** The history of a group is read for who joins; a direct chat is as he left it. */
  join(person: number): void {
    const side = this.side(person);
    if (this.kind === 'GROUP' && !side.isPresent) {
      side.delivered = this.last;
      side.seen = this.last;
    }
    side.isPresent = true;
  }

  delete(seq: number): void {
    const message = this.messages[seq - 1];
    if (message) message.isDeleted = true;
  }

  unreadOf(person: number): number {
    const { seen } = this.side(person);
    return this.messages.filter(
      (message) => message.sender !== person && message.seq > seen && !message.isDeleted,
    ).length;
  }

  shown(): { seq: number; status: MessageStatus }[] {
    return this.messages
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ seq, status }) => ({ seq, status }));
  }

  private statusNow({ seq, sender }: Written): MessageStatus {
    const others = this.sides.filter(
      ({ isPresent }, person) => person !== sender && (isPresent || this.kind === 'DIRECT'),
    );
    if (others.every(({ seen }) => seen >= seq)) return 'SEEN';
    return others.every(({ delivered }) => delivered >= seq) ? 'DELIVERED' : 'SENT';
  }

  // What a message has been once it stays: a status never goes backwards.
  private settle(): void {
    for (const message of this.messages) {
      const now = this.statusNow(message);
      if (ranks[now] > ranks[message.status]) message.status = now;
    }
  }
}
