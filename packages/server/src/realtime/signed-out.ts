import type { IncomingMessage } from 'node:http';
import type { Addresses } from '../http/addresses.ts';
import {
  type Connection,
  internalsOf,
  isPolling,
  type PollingInternals,
  type TransportInternals,
} from './engine-internals.ts';

/** Connections that have not shown a token yet: so many of one address, and small packets alone. */
export interface SignedOut {
  hasRoom(request: IncomingMessage): boolean;
  add(connection: Connection): void;
  /** It has shown one: large packets may come. */
  release(connection: Connection): void;
}

// Far more than one office opens together when the server comes back; a client above it tries again.
const MAX_OF_ADDRESS = 500;
// A packet beyond this closes its socket; one below it, however malformed, is answered (rules/realtime 5).
const LARGEST_PACKET_BYTES = 2 * 1024 * 1024;

/** Where a part is missing, what may come stays as small as it was. */
function takeLargePackets(transport: TransportInternals): void {
  if (transport.maxHttpBufferSize !== undefined) transport.maxHttpBufferSize = LARGEST_PACKET_BYTES;
  const receiver = transport.socket?._receiver;
  if (receiver?._maxPayload !== undefined) receiver._maxPayload = LARGEST_PACKET_BYTES;
}

/** Node reads the rest of a body that was answered before its end; of what was too large nothing more is read. */
function hangUpOnUnreadBody(polling: PollingInternals): void {
  const takeBody = polling.onDataRequest.bind(polling);
  polling.onDataRequest = (request, response) => {
    response.once('finish', () => {
      if (!request.complete) request.socket.destroy();
    });
    takeBody(request, response);
  };
}

/** A WebSocket reads the rest of what was too large, and waits for a farewell; of a stranger nothing more is read. */
function hangUpOnError({ socket }: TransportInternals): void {
  socket?.once('error', () => socket.terminate());
}

export function createSignedOut({ callerOf }: Addresses): SignedOut {
  const counts = new Map<string, number>();
  const addressOf = new WeakMap<Connection, string>();

  function leave(connection: Connection): void {
    const address = addressOf.get(connection);
    if (address === undefined) return;
    addressOf.delete(connection);
    const left = (counts.get(address) ?? 1) - 1;
    if (left > 0) counts.set(address, left);
    else counts.delete(address);
  }

  return {
    hasRoom: (request) => (counts.get(callerOf(request)) ?? 0) < MAX_OF_ADDRESS,
    add(connection) {
      const address = callerOf(connection.request);
      addressOf.set(connection, address);
      counts.set(address, (counts.get(address) ?? 0) + 1);
      connection.once('close', () => leave(connection));
      const { transport } = internalsOf(connection);
      if (isPolling(transport)) hangUpOnUnreadBody(transport);
      else hangUpOnError(transport);
    },
    release(connection) {
      leave(connection);
      takeLargePackets(internalsOf(connection).transport);
      connection.once('upgrade', takeLargePackets);
    },
  };
}
