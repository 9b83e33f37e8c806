import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { LiveSocket } from './publish.ts';

/*
 * What is read here of Engine.IO and of `ws` beyond what they promise, all of it in one place. What is optional may be
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
  _socket?: Socket;
  _receiver?: { _maxPayload?: number };
}

export interface TransportInternals {
  name: string;
  writable: boolean;
  maxHttpBufferSize?: number;
  onPacket(packet: EnginePacket): void;
  /** Of a WebSocket; a transport that polls has none. */
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
