import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import type { Addresses } from '../http/addresses.ts';
import { STRANGER_LIMIT } from '../http/bodies.ts';
import type { RefusalReason, Refusals } from '../http/bounded-log.ts';
import type { Overload } from '../http/guards/overload.ts';
import type { Authenticate } from '../http/viewer.ts';
import { createPlaces, tokenBucket } from '../security/limiter.ts';
import {
  type Connection,
  closeBeyond,
  hangUpOnRefusedPacket,
  readAtPace,
  takePacketsOf,
} from './engine-io.ts';
import { type LiveServer, type LiveSocket, sessionRoom } from './live-sockets.ts';
import { OneFrameAdapter } from './one-frame-adapter.ts';

// A half-open connection is noticed after interval + timeout: within 20 s (rules/presence 4). Pages answer each with
// their `ping_server`, so that one rhythm is enough for both.
const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 8_000;
// A connection that has not shown a token by then goes.
const CONNECT_MS = 20_000;
// Per person, in all their tabs and on all their devices.
const MAX_SOCKETS = 50;

function isOwnOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  // Without a setting the page is called at this port of this machine (rules/installation 11).
  if (origin === (publicUrl ?? `http://localhost:${request.socket.localPort}`)) return true;
  // The page and its socket share one origin, whatever name of the machine people use.
  return URL.canParse(origin) && new URL(origin).host === host;
}

function tokenOf(socket: LiveSocket): string {
  const { token, accessToken }: Record<string, unknown> = socket.handshake.auth;
  const given = token ?? accessToken;
  return typeof given === 'string' ? given : '';
}

/** Whether the person may have one more socket; it is counted until its connection is closed. */
function limitSockets(): (personId: number, socket: LiveSocket) => boolean {
  const open = createPlaces({ ofEach: MAX_SOCKETS });
  return (personId, { conn }) => {
    if (conn.readyState !== 'open' || !open.enter(personId)) return false;
    conn.once('close', () => open.leave(personId));
    return true;
  };
}

interface Gate {
  authenticate: Authenticate;
  publicUrl: string | undefined;
  overload: Pick<Overload, 'isLagging'>;
  addresses: Addresses;
  refusals: Refusals;
}

/** Socket.IO, to which nobody connects yet. */
export const createSockets = (): LiveServer =>
  new Server({
    path: '/socket.io',
    serveClient: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    maxHttpBufferSize: STRANGER_LIMIT,
    // Compressed frames would be made anew for each socket.
    perMessageDeflate: false,
    adapter: OneFrameAdapter,
    connectTimeout: CONNECT_MS,
  });

/** Lets sessions connect by the HTTP server, and only from our own pages or from programs. */
export function openGateway(io: LiveServer, httpServer: HttpServer, gate: Gate): void {
  const { authenticate, publicUrl, overload, addresses, refusals } = gate;
  const signedOut = createSignedOut(addresses);
  const refuse = (reason: RefusalReason, request: IncomingMessage, about = {}) => {
    refusals.note(reason, addresses.callerOf(request), { route: '/socket.io', ...about });
    return false;
  };
  const admits = (request: IncomingMessage) => {
    if (!isOwnOrigin(request, publicUrl)) return refuse('foreign origin', request);
    if (overload.isLagging()) return false;
    return signedOut.hasRoom(request) || refuse('too many signed out', request);
  };
  io.attach(httpServer, { allowRequest: (request, done) => done(null, admits(request)) });
  io.engine.on('connection', signedOut.add);
  const inbound = createInboundPace();
  io.engine.on('connection', inbound.add);
  const isRoomFor = limitSockets();
  io.use(async (socket, next) => {
    const token = tokenOf(socket);
    // A database that is away says nothing about the session: the page must not sign out over it.
    const viewer = await authenticate(token).catch(() => null);
    if (!viewer) return next(new Error(viewer === null ? 'unavailable' : 'unauthorized'));
    if (!isRoomFor(viewer.id, socket)) {
      refuse('too many sockets', socket.request, { userId: viewer.uuid });
      return next(new Error('too many sockets'));
    }
    signedOut.release(socket.conn);
    inbound.limit(socket.conn, viewer.id);
    socket.data.token = token;
    socket.data.sessionId = viewer.sessionId;
    socket.data.userId = viewer.id;
    socket.data.address = addresses.exactCallerOf(socket.request);
    socket.data.registeredAs = undefined;
    socket.data.watches = new Map();
    // From now on the end of the session reaches the socket, even before it registers.
    await socket.join(sessionRoom(viewer.sessionId));
    next();
  });
  io.on('connection', dropWhenUnread);
}

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

function createSignedOut({ callerOf }: Addresses): SignedOut {
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

function createInboundPace(): InboundPace {
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
const dropWhenUnread = ({ conn }: LiveSocket): void => closeBeyond(MAX_UNREAD_BYTES, conn);
