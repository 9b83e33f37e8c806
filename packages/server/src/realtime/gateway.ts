import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import type { Overload } from '../http/overload.ts';
import type { Authenticate } from '../http/viewer.ts';
import { OneFrameAdapter } from './one-frame-adapter.ts';
import type { LiveServer, LiveSocket } from './publish.ts';
import { sessionRoom } from './rooms.ts';
import { dropWhenUnread } from './unread.ts';

// A half-open connection is noticed after interval + timeout: within the 10 s of contract §3.
const PING_INTERVAL_MS = 4_000;
const PING_TIMEOUT_MS = 3_000;
// A packet beyond this closes its socket; one below it, however malformed, is answered (contract §3).
const LARGEST_PACKET_BYTES = 2 * 1024 * 1024;
// A connection that has not shown a token by then goes.
const CONNECT_MS = 20_000;

function isOwnOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  // Without a setting the page is called at this port of this machine (contract §1 PUBLIC_URL).
  if (origin === (publicUrl ?? `http://localhost:${request.socket.localPort}`)) return true;
  // The page and its socket share one address, under whatever name people call the machine.
  return URL.canParse(origin) && new URL(origin).host === host;
}

function tokenOf(socket: LiveSocket): string {
  const { token, accessToken } = socket.handshake.auth as Record<string, unknown>;
  const given = token ?? accessToken;
  return typeof given === 'string' ? given : '';
}

/** Socket.IO on the HTTP server: only sessions connect, and only from our own pages or from programs. */
export function openGateway(
  httpServer: HttpServer,
  authenticate: Authenticate,
  publicUrl: string | undefined,
  { isLagging }: Pick<Overload, 'isLagging'>,
): LiveServer {
  const io: LiveServer = new Server(httpServer, {
    path: '/socket.io',
    serveClient: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    maxHttpBufferSize: LARGEST_PACKET_BYTES,
    // Compressed frames would be made anew for each socket.
    perMessageDeflate: false,
    adapter: OneFrameAdapter,
    connectTimeout: CONNECT_MS,
    allowRequest: (request, done) => done(null, isOwnOrigin(request, publicUrl) && !isLagging()),
  });
  io.use(async (socket, next) => {
    const token = tokenOf(socket);
    // A database that is away says nothing about the session: the page must not sign out over it.
    const viewer = await authenticate(token).catch(() => null);
    if (!viewer) return next(new Error(viewer === null ? 'unavailable' : 'unauthorized'));
    socket.data.token = token;
    socket.data.sessionId = viewer.sessionId;
    socket.data.registeredAs = undefined;
    socket.data.watches = new Map();
    // From now on the end of the session reaches the socket, even before it registers.
    await socket.join(sessionRoom(viewer.sessionId));
    next();
  });
  io.on('connection', dropWhenUnread);
  return io;
}
