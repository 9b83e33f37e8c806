import { required } from '@chat/contract/checks';
import type { MessageStatus } from '@chat/contract/messages';

interface ModelMessage {
  seq: number;
  sender: number;
  status: MessageStatus;
  isDeleted: boolean;
}

interface Side {
  isPresent: boolean;
  isBlocked: boolean;
  delivered: number;
  seen: number;
}

const ranks: Record<MessageStatus, number> = { SENT: 0, DELIVERED: 1, SEEN: 2 };

/**
 * One chat by the text of rules/receipts 1, 2 alone: every status is computed from all messages and people each time.
 */
export class ModelChat {
  readonly messages: ModelMessage[] = [];
  readonly sides: Side[];
  private readonly kind: 'GROUP' | 'DIRECT';

  constructor(kind: 'GROUP' | 'DIRECT', people: number) {
    this.kind = kind;
    this.sides = Array.from({ length: people }, () => ({
      isPresent: true,
      isBlocked: false,
      delivered: 0,
      seen: 0,
    }));
  }

  private get last(): number {
    return this.messages.length;
  }

  side(person: number): Side {
    return required(this.sides[person], 'side');
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

  /** A new member of a group counts as having read its history; in a direct chat the watermarks stay. */
  join(person: number): void {
    const side = this.side(person);
    if (this.kind === 'GROUP' && !side.isPresent) {
      side.delivered = this.last;
      side.seen = this.last;
    }
    side.isPresent = true;
    this.settle();
  }

  block(person: number, isBlocked: boolean): void {
    this.side(person).isBlocked = isBlocked;
    this.settle();
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

  private isWaitedFor({ isPresent, isBlocked }: Side): boolean {
    return this.kind === 'DIRECT' || (isPresent && !isBlocked);
  }

  /** Every other present member has received, or seen, the message; without other present members the answer is no. */
  private hasReached(what: 'delivered' | 'seen', { seq, sender }: ModelMessage): boolean {
    const others = this.sides.filter((side, person) => person !== sender && this.isWaitedFor(side));
    return others.length > 0 && others.every((side) => side[what] >= seq);
  }

  // A message keeps the status it has reached: a status never goes backwards. A message below the status blocks all
  // later ones.
  private settle(): void {
    this.raise('delivered', 'DELIVERED');
    this.raise('seen', 'SEEN');
  }

  private raise(what: 'delivered' | 'seen', status: MessageStatus): void {
    for (const message of this.messages) {
      if (message.isDeleted || ranks[message.status] >= ranks[status]) continue;
      if (!this.hasReached(what, message)) return;
      message.status = status;
    }
  }
}
