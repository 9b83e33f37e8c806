import type { Socket } from 'node:net';
import { internalsOf } from './engine-internals.ts';
import type { LiveSocket } from './publish.ts';

const OPEN = 1;
// Anything above waits in Engine.IO's own buffer, which `unread.ts` watches.
const MAX_WAITING_BYTES = 64 * 1024;

/**
 * The network socket of a connection, unless something still waits in Engine.IO: a write to it comes next. None where a part
 * of the connection is missing that this is read from.
 */
export function writableSocketOf({ conn }: Pick<LiveSocket, 'conn'>): Socket | undefined {
  const { transport, writeBuffer, upgrading } = internalsOf(conn);
  if (conn.readyState !== 'open' || upgrading !== false || writeBuffer?.length !== 0) return;
  if (transport.name !== 'websocket' || !transport.writable) return;
  if (transport.socket?.readyState !== OPEN) return;
  const socket = transport.socket._socket;
  return socket?.writable && socket.writableLength < MAX_WAITING_BYTES ? socket : undefined;
}

/** Writes to a socket at once all that it is given in one turn of the event loop: a write to the system costs most of a delivery. */
export function createBatchWriter(): (socket: Socket, frame: Buffer) => void {
  let corked = new Set<Socket>();

  function release(): void {
    const sockets = corked;
    corked = new Set();
    for (const socket of sockets) socket.uncork();
  }

  return (socket, frame) => {
    if (corked.size === 0) process.nextTick(release);
    if (!corked.has(socket)) {
      corked.add(socket);
      socket.cork();
    }
    socket.write(frame);
  };
}
