import type { ClientToServerEvents, ServerToClientEvents } from '@chat/contract/events';
import type { ChatType } from '@chat/contract/messages';
import type { RequiredStep } from '@chat/contract/session';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

interface SocketData {
  token: string;
  sessionId: number;
  userId: number;
  /** Where the caller is. */
  address: string;
  /** The user's uuid, once the socket has registered. */
  registeredAs: string | undefined;
  /** Undoes what a registered socket stands for beyond its rooms; called when its session becomes restricted. */
  whenRestricted?: () => void;
  /** The first thing that its user must do, since its session became restricted; until it registers again. */
  required?: RequiredStep | undefined;
  /** The socket has said whether its page can be seen. */
  saysVisibility?: true;
  /**
   * For an administrator: by the room of each group the number after which they joined, and whether they may receive
   * what was said before.
   */
  history?: { joined: Map<string, number>; isOpen: () => boolean };
  /** The chats it watches, each with what ends that. */
  watches: Map<string, () => Promise<void>>;
}

export type LiveServer = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  DefaultEventsMap,
  SocketData
>;
export type LiveSocket = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  DefaultEventsMap,
  SocketData
>;

/** The only names of Socket.IO rooms. */
export const userRoom = (userUuid: string) => `user:${userUuid}`;
export const sessionRoom = (sessionId: number) => `session:${sessionId}`;
export const isSessionRoom = (room: string): boolean => room.startsWith('session:');
/** Present members of a group chat. */
export const chatRoom = (chatUuid: string) => `chat:${chatUuid}`;
/** The chat of a room that `chatRoom` named. */
export const chatOfRoom = (room: string) => room.match(/^chat:(.+)$/)?.[1];
/** Administrators who watch a chat without being its members. */
export const watchRoom = (chatUuid: string) => `watch:${chatUuid}`;
export const administratorsRoom = 'administrators';

/** Whether events may be published to it; what concerns a session goes to every process, and a socket's own room is nobody's. */
export const isPublishedTo = (room: string): boolean =>
  room === administratorsRoom || /^(user|chat|watch):/.test(room);

/** The properties of a chat that decide its rooms. */
export interface ChatAudience {
  uuid: string;
  kind: ChatType;
  lowUserUuid: string | null;
  highUserUuid: string | null;
}

/** The rooms of the users of a direct or personal chat. */
export const userRoomsOf = ({ lowUserUuid, highUserUuid }: ChatAudience): string[] =>
  [lowUserUuid, highUserUuid].flatMap((uuid) => (uuid === null ? [] : userRoom(uuid)));

/** Every socket of every member, and watchers; of a personal chat its owner's alone. */
export function roomsOf(chat: ChatAudience): string[] {
  if (chat.kind === 'PERSONAL') return userRoomsOf(chat);
  if (chat.kind === 'GROUP') return [chatRoom(chat.uuid), watchRoom(chat.uuid)];
  return [...userRoomsOf(chat), watchRoom(chat.uuid)];
}
