import type { IncomingMessage } from 'node:http';
import type { Addresses } from '../http/addresses.ts';
import { createPlaces, tokenBucket } from '../security/limiter.ts';
import {
  type Connection,
  type EnginePacket,
  internalsOf,
  isPolling,
  type LiveSocket,
  type PollingInternals,
  type TransportInternals,
} from './live-sockets.ts';

/*
 * How much a connection may take: before it has shown a token, by the packets that it sends, and by what it does not
 * read.
 */

/** Connections that have not shown a token yet: so many of one address, and small packets alone. */
interface SignedOut {
  hasRoom(request: IncomingMessage): boolean;
  add(connection: Connection): void;
  /** The client has shown a session: large packets may come. */
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
  const places = createPlaces({ ofEach: MAX_OF_ADDRESS });
  const addressOf = new WeakMap<Connection, string>();

  function leave(connection: Connection): void {
    const address = addressOf.get(connection);
    if (address === undefined) return;
    addressOf.delete(connection);
    places.leave(address);
  }

  return {
    hasRoom: (request) => places.hasRoom(callerOf(request)),
    add(connection) {
      const address = callerOf(connection.request);
      // Another one may have come between the two questions.
      if (!places.enter(address)) return connection.close(true);
      addressOf.set(connection, address);
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

/** How fast packets are read: what comes faster waits at its sender, and refusing it takes nobody's time. */
interface InboundPace {
  /** To be called for each connection that is opened. */
  add(connection: Connection): void;
  /** From now on its packets count for the person. */
  limit(connection: Connection, personId: number): void;
}

// The limit of one person. In the busiest group chat each page tells of some hundreds of messages a second.
const PACKETS_A_SECOND = 2_000;
const PACKETS_IN_A_ROW = 1_000;
const REST_MS = 1_000;
const PACKETS_AT_ONCE = 20;
// The packets of a connection that come closer together than this are at once.
const AT_ONCE_MS = 5;
// No page's body of 100 kB holds as many.
const MAX_PACKETS_OF_BODY = 10_000;
const SEPARATOR = '\x1e';

function countPackets(body: string): number {
  let count = 1;
  for (let at = body.indexOf(SEPARATOR); at >= 0; at = body.indexOf(SEPARATOR, at + 1)) count++;
  return count;
}

/** Time for others: the next turn of the event loop, or the end of a rest. */
const pause = (ms: number): Promise<void> =>
  new Promise((next) => (ms > 0 ? setTimeout(next, ms).unref() : setImmediate(next)));

/**
 * Hundreds of messages may arrive in one piece. Messages that come too fast wait, and no more is taken in meanwhile.
 */
function readFrames(transport: TransportInternals, restMs: () => number): void {
  const read = transport.onPacket.bind(transport);
  const waiting: EnginePacket[] = [];
  let since = 0;
  let atOnce = 0;

  function isTooFast(): boolean {
    const now = performance.now();
    if (now - since > AT_ONCE_MS) [since, atOnce] = [now, 0];
    atOnce++;
    return atOnce > PACKETS_AT_ONCE || restMs() > 0;
  }

  async function readWaiting(): Promise<void> {
    transport.socket?.pause();
    while (waiting.length > 0) {
      await pause(restMs());
      for (const packet of waiting.splice(0, PACKETS_AT_ONCE)) read(packet);
    }
    transport.socket?.resume();
  }

  transport.onPacket = (packet) => {
    if (waiting.length > 0) waiting.push(packet);
    else if (!isTooFast()) read(packet);
    else {
      waiting.push(packet);
      void readWaiting();
    }
  };
}

/** The packets of a body a few at a time, and the next body after them, in order whatever the transport is by then. */
function readPolls(connection: Connection, polling: PollingInternals, restMs: () => number): void {
  const reader = internalsOf(connection);
  let read = Promise.resolve();

  async function readAll(packets: EnginePacket[]): Promise<void> {
    for (const [n, packet] of packets.entries()) {
      if (n > 0 && n % PACKETS_AT_ONCE === 0) await pause(restMs());
      if (packet.type === 'close') polling.onClose();
      else reader.onPacket(packet);
    }
  }

  polling.onData = (body) => {
    if (countPackets(body) > MAX_PACKETS_OF_BODY) connection.close(true);
    else read = readAll(polling.parser.decodePayload(body));
  };
  const takeBody = polling.onDataRequest.bind(polling);
  polling.onDataRequest = (request, response) => {
    void read.then(() => {
      if (!request.destroyed) takeBody(request, response);
    });
  };
}

export function createInboundPace(): InboundPace {
  const pace = tokenBucket({ aSecond: PACKETS_A_SECOND, burst: PACKETS_IN_A_ROW });
  const restsUntil = new WeakMap<Connection, number>();

  function read(connection: Connection): void {
    const restMs = () => (restsUntil.get(connection) ?? 0) - performance.now();
    const { transport } = internalsOf(connection);
    if (isPolling(transport)) readPolls(connection, transport, restMs);
    else readFrames(transport, restMs);
  }

  return {
    add(connection) {
      read(connection);
      connection.on('upgrade', () => read(connection));
    },
    limit(connection, personId) {
      connection.on('packet', () => {
        if (pace(personId) > 0) restsUntil.set(connection, performance.now() + REST_MS);
      });
    },
  };
}

// Far more than waits for the slowest connection between two heartbeats.
const MAX_UNREAD_BYTES = 8 * 2 ** 20;

/** Ends a connection whose client does not read, before its backlog fills the memory, whatever its heartbeat says. */
export function dropWhenUnread({ conn }: LiveSocket): void {
  // Not handed to the transport yet; beyond it the WebSocket counts.
  let gathered = 0;
  conn.on('flush', () => {
    gathered = 0;
  });
  conn.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    gathered += data?.length ?? 0;
    const { socket: webSocket } = internalsOf(conn).transport;
    if (gathered + (webSocket?.bufferedAmount ?? 0) <= MAX_UNREAD_BYTES) return;
    conn.close(true);
    webSocket?.terminate();
  });
}
