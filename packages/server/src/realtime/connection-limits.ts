import type { IncomingMessage } from 'node:http';
import type { Addresses } from '../http/addresses.ts';
import { createPlaces, tokenBucket } from '../security/limiter.ts';
import {
  type Connection,
  closeBeyond,
  hangUpOnRefusedPacket,
  readAtPace,
  takePacketsOf,
} from './engine-io.ts';
import type { LiveSocket } from './live-sockets.ts';

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
      // Nothing more is read of a stranger's packet.
      hangUpOnRefusedPacket(connection);
    },
    release(connection) {
      leave(connection);
      takePacketsOf(LARGEST_PACKET_BYTES, connection);
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
const AT_ONCE_MS = 5;
// No page's body of 100 kB holds as many.
const MAX_PACKETS_OF_BODY = 10_000;

export function createInboundPace(): InboundPace {
  const pace = tokenBucket({ aSecond: PACKETS_A_SECOND, burst: PACKETS_IN_A_ROW });
  const restsUntil = new WeakMap<Connection, number>();

  return {
    add(connection) {
      readAtPace(connection, {
        atOnce: PACKETS_AT_ONCE,
        atOnceMs: AT_ONCE_MS,
        maxOfBody: MAX_PACKETS_OF_BODY,
        restMs: () => (restsUntil.get(connection) ?? 0) - performance.now(),
      });
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
export const dropWhenUnread = ({ conn }: LiveSocket): void => closeBeyond(MAX_UNREAD_BYTES, conn);
