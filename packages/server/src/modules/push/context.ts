import type { PresenceContext } from '../presence/presence.actions.ts';
import type { WorkingHoursContext } from '../working-hours/context.ts';
import type { Target } from './endpoints.ts';
import type { AnswerKind, Outcome } from './hand-over.ts';
import type { PushToSend } from './present-push.ts';
import type { QueueState } from './queue.queries.ts';

/** Dependencies of what reaches browsers whose page is closed. */
export interface PushContext extends PresenceContext, WorkingHoursContext {
  push: PushService;
}

/** Tells the browsers of people whose page is closed what concerns them. */
export interface PushService {
  /** Makes or reads the keys, and begins with what was left; to be called once, before anybody is served. */
  start(): Promise<void>;
  /** The point by which browsers subscribe. */
  readonly publicKey: string;
  /** Somebody subscribed just now. */
  subscribed(): void;
  /** At once, and once. */
  handOver(target: Target, push: PushToSend): Promise<Outcome>;
  /** Looks at who has come into their hours since the last look, and at sessions that have lapsed. */
  followClock(): Promise<void>;
  /** The state of the queue, for the metrics. */
  queue(): Promise<QueueState>;
  /** How push services answered since the start. */
  answers(): Record<AnswerKind, number>;
  close(): Promise<void>;
}
