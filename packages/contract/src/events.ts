import { z } from 'zod';
import type { AuthEvents } from './auth.ts';
import type { ReadEvents } from './chat-changes.ts';
import type { SupervisionEvents } from './chats.ts';
import type { ExportEvents } from './data-exports.ts';
import type { DeviceEvents } from './devices.ts';
import { uuid } from './fields.ts';
import type { GroupEvents } from './groups.ts';
import type { ReceiptEvents } from './message-changes.ts';
import type { MessageEvents } from './messages.ts';
import type { NotificationEvents } from './notifications.ts';
import type { PresenceEvents, UserEvents } from './users.ts';
import type { ScheduledEvents } from './writing.ts';

export type ServerToClientEvents = AuthEvents &
  DeviceEvents &
  ExportEvents &
  GroupEvents &
  MessageEvents &
  NotificationEvents &
  PresenceEvents &
  ReadEvents &
  ReceiptEvents &
  ScheduledEvents &
  SupervisionEvents &
  UserEvents;

export type Ack = (answer: { ok: true } | { ok: false; message: string }) => void;

/** Every emit of a client may carry an ack (rules/realtime 4). */
export interface ClientToServerEvents {
  register: (payload: { accessToken: string; userId: string }, ack?: Ack) => void;
  ping_server: (payload?: unknown, ack?: Ack) => void;
  seen: (payload: ReceiptSignal, ack?: Ack) => void;
  delivered: (payload: ReceiptSignal, ack?: Ack) => void;
  typing: (payload: { chatId: string }, ack?: Ack) => void;
  watch: (payload: { chatId: string }, ack?: Ack) => void;
  unwatch: (payload: { chatId: string }, ack?: Ack) => void;
  visibility: (payload: { visible: boolean }, ack?: Ack) => void;
}

/** First word of a socket; it must name the session's own user (rules/realtime 2). */
export const registerSignal = z.object({ accessToken: z.string(), userId: uuid });

export const typingSignal = z.object({ chatId: uuid });

/** `watch` and `unwatch`: an administrator follows a chat live without being its member. */
export const watchSignal = z.object({ chatId: uuid });

/** Whether the page can be seen: false when it is hidden, and after 5 minutes without input. */
export const visibilitySignal = z.object({ visible: z.boolean() });

/** `seen` and `delivered`: up to `upToSeq`, or all so far without it. */
export const receiptSignal = z.object({
  chatId: uuid,
  upToSeq: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type ReceiptSignal = z.infer<typeof receiptSignal>;
