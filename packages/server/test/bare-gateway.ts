import { once } from 'node:events';
import { createServer } from 'node:http';
import { createLog } from '../src/config/log.ts';
import { createAddresses, portOf } from '../src/http/addresses.ts';
import { createBoundedLog, createRefusals } from '../src/http/bounded-log.ts';
import type { Authenticate } from '../src/http/viewer.ts';
import { createSockets, openGateway } from '../src/realtime/gateway.ts';
import type { LiveServer } from '../src/realtime/live-sockets.ts';
import { viewerOf } from './viewer.ts';

// Each connection is a session of its own.
let sessions = 0;
const anyone: Authenticate = async () => viewerOf(++sessions);

/** The gateway alone, without the chat: by default it takes every token. */
export async function openBareGateway(
  authenticate: Authenticate = anyone,
): Promise<{ io: LiveServer; url: string }> {
  const server = createServer();
  const io = createSockets();
  openGateway(io, server, {
    authenticate,
    publicUrl: undefined,
    overload: { isLagging: () => false },
    addresses: createAddresses(false),
    refusals: createRefusals(createBoundedLog(createLog('silent'))),
  });
  io.on('connection', (socket) => {
    socket.on('ping_server', (...args: unknown[]) => {
      const answer = args.at(-1);
      if (typeof answer === 'function') answer({ ok: true });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { io, url: `http://127.0.0.1:${portOf(server)}` };
}
