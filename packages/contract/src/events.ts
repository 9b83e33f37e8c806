import type { AuthEvents } from './auth/auth.events.ts';
import type { DeviceEvents } from './devices/devices.events.ts';
import type { GroupEvents } from './groups/groups.events.ts';
import type { InformationEvents } from './information/information.events.ts';
import type { MessageEvents } from './messages/messages.events.ts';
import type { PresenceEvents } from './presence/presence.events.ts';
import type { ReactionEvents } from './reactions/reactions.events.ts';
import type { ReceiptEvents, ReceiptSignal } from './receipts/receipts.events.ts';
import type { UserEvents } from './users/users.events.ts';

export type ServerToClientEvents = AuthEvents &
  DeviceEvents &
  GroupEvents &
  InformationEvents &
  MessageEvents &
  PresenceEvents &
  ReactionEvents &
  ReceiptEvents &
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
}
