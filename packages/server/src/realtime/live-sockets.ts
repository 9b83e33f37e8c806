import type { ClientToServerEvents, ServerToClientEvents } from '@chat/contract/events';
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
