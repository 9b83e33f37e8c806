import type { Message } from '@chat/contract/messages';
import type { PublicConfig } from '@chat/contract/system';

const MINUTE_MS = 60_000;

const ownUntil = (message: Message, viewerId: string, minutes: number): number =>
  message.senderId === viewerId ? Date.parse(message.createdAt) + minutes * MINUTE_MS : 0;

/** Until when its author may change what it says; 0 where they never may (rules/edits 2). */
export const editableUntil = (message: Message, viewerId: string, config: PublicConfig): number =>
  message.forwarded ? 0 : ownUntil(message, viewerId, config.editMinutes);

/** Until when its author may take it away (rules/edits 7). */
export const deletableUntil = (message: Message, viewerId: string, config: PublicConfig): number =>
  ownUntil(message, viewerId, config.deleteMinutes);
