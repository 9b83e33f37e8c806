import type { Socket } from 'node:net';

/** Node's figures for a socket: bytes given to the system, and bytes of them not yet sent. */
interface SocketInternals extends Socket {
  _handle?: { bytesWritten: number; writeQueueSize: number } | null;
}

interface Stall {
  /** How much the line had taken by then. */
  taken: number;
  since: number;
}

const MAX_MS = 30_000;
const LOOK_EVERY_MS = 1_000;

/** Ends connections whose other end takes nothing of what waits for it, answers and frames alike, however much it sends itself. */
export function cutStalledWrites(open: ReadonlySet<Socket>, longestMs = MAX_MS): { close(): void } {
  const stalls = new WeakMap<Socket, Stall>();

  function look(socket: SocketInternals, now: number): void {
    const { _handle: handle } = socket;
    if (socket.writableLength === 0 || !handle) {
      stalls.delete(socket);
      return;
    }
    const taken = handle.bytesWritten - handle.writeQueueSize;
    const stall = stalls.get(socket);
    if (stall?.taken !== taken) stalls.set(socket, { taken, since: now });
    else if (now - stall.since >= longestMs) socket.destroy();
  }

  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const socket of open) look(socket, now);
    },
    Math.min(LOOK_EVERY_MS, longestMs / 2),
  );
  timer.unref();
  return { close: () => clearInterval(timer) };
}
