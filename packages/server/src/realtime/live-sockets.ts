import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import type { ClientToServerEvents, ServerToClientEvents } from '@chat/contract/events';
import type { RequiredStep } from '@chat/contract/required-steps';
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

/*
 * All use of undocumented parts of Engine.IO and `ws`, in one place. An optional property may be
 * missing in a later version: each reader says what follows then.
 */

export type Connection = LiveSocket['conn'];

export interface EnginePacket {
  type: string;
}

interface WebSocketInternals {
  readyState: number;
  bufferedAmount: number;
  isPaused: boolean;
  pause(): void;
  resume(): void;
  terminate(): void;
  once(event: 'error', listener: () => void): void;
  _socket?: NetSocket;
  _receiver?: { _maxPayload?: number };
}

export interface TransportInternals {
  name: string;
  writable: boolean;
  maxHttpBufferSize?: number;
  onPacket(packet: EnginePacket): void;
  /** The socket of a WebSocket transport; a polling transport has none. */
  socket?: WebSocketInternals;
}

/** The parts of a polling transport that take in a body. */
export interface PollingInternals extends TransportInternals {
  parser: { decodePayload(body: string): EnginePacket[] };
  onDataRequest(request: IncomingMessage, response: ServerResponse): void;
  onData(body: string): void;
  onClose(): void;
}

interface ConnectionInternals {
  transport: TransportInternals | PollingInternals;
  upgrading?: boolean;
  writeBuffer?: unknown[];
  onPacket(packet: EnginePacket): void;
}

export const internalsOf = (connection: Connection) => connection as unknown as ConnectionInternals;

export const isPolling = (transport: TransportInternals): transport is PollingInternals =>
  transport.name === 'polling';
