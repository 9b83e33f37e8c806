import type { Socket as Line } from 'node:net';
import type { LiveSocket } from './publish.ts';

/** The parts of a connection that Engine.IO and `ws` keep to themselves; where one is missing, no line counts as free. */
interface Below {
  upgrading?: boolean;
  writeBuffer?: unknown[];
  transport?: { name: string; writable: boolean; socket?: { readyState: number; _socket?: Line } };
}

const OPEN = 1;
// Anything above waits in Engine.IO's own buffer, which `unread.ts` watches.
const MOST_WAITING_BYTES = 64 * 1024;

/** The line below a socket on which nothing that was sent before is still waiting above it: what is written there comes next. */
export function freeLineOf({ conn }: Pick<LiveSocket, 'conn'>): Line | undefined {
  const { transport, writeBuffer, upgrading } = conn as unknown as Below;
  if (conn.readyState !== 'open' || upgrading !== false || writeBuffer?.length !== 0) return;
  if (transport?.name !== 'websocket' || !transport.writable) return;
  if (transport.socket?.readyState !== OPEN) return;
  const line = transport.socket._socket;
  return line?.writable && line.writableLength < MOST_WAITING_BYTES ? line : undefined;
}

/** Writes to lines at once what they are given in one turn of the event loop: a write to the system costs most of a delivery. */
export function createLineWriter(): (line: Line, frame: Buffer) => void {
  let held = new Set<Line>();

  function release(): void {
    const lines = held;
    held = new Set();
    for (const line of lines) line.uncork();
  }

  return (line, frame) => {
    if (held.size === 0) process.nextTick(release);
    if (!held.has(line)) {
      held.add(line);
      line.cork();
    }
    line.write(frame);
  };
}
