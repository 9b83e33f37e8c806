import { internalsOf } from './engine-internals.ts';
import type { LiveSocket } from './publish.ts';

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
