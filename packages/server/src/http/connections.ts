import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The server's open connections from now on, oldest first. */
export function openConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}
