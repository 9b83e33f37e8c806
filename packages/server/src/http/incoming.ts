import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request whose body is still coming in. */
export interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  sender: string;
  since: number;
  until: number;
}

const isOver = ({ request }: Incoming) => request.complete || request.destroyed;

/** Bodies under way, by sender. Completed ones are dropped at the next look, so that counting costs nothing by itself. */
export class IncomingRequests {
  private readonly requests = new Map<IncomingMessage, Incoming>();
  private readonly bySender = new Map<string, Set<Incoming>>();
  private readonly full = new Set<string>();

  /** Some sender has as many as they may. */
  get isAnyFull(): boolean {
    return this.full.size > 0;
  }

  find(request: IncomingMessage): Incoming | undefined {
    return this.requests.get(request);
  }

  /** False when the sender has as many as they may. */
  hasRoom(sender: string): boolean {
    if (this.full.has(sender)) this.forgetOver(this.bySender.get(sender) ?? []);
    return !this.full.has(sender);
  }

  add(one: Incoming, most: number): void {
    const ofSender = this.bySender.get(one.sender) ?? new Set();
    this.bySender.set(one.sender, ofSender);
    ofSender.add(one);
    this.requests.set(one.request, one);
    if (ofSender.size >= most) this.full.add(one.sender);
  }

  remove(one: Incoming): void {
    this.requests.delete(one.request);
    this.full.delete(one.sender);
    const ofSender = this.bySender.get(one.sender);
    ofSender?.delete(one);
    if (ofSender?.size === 0) this.bySender.delete(one.sender);
  }

  /** Takes out those that may not take any longer. */
  takeLate(now: number): Incoming[] {
    this.forgetOver(this.requests.values());
    const late = [...this.requests.values()].filter(({ until }) => now >= until);
    for (const one of late) this.remove(one);
    return late;
  }

  private forgetOver(some: Iterable<Incoming>): void {
    for (const one of some) if (isOver(one)) this.remove(one);
  }
}
