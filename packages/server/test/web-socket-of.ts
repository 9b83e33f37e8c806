import type { Socket } from 'socket.io-client';

/** The WebSocket below a connected socket; it can pause reading for a while. */
export function webSocketOf({ io }: Pick<Socket, 'io'>): { pause(): void; resume(): void } {
  const engine = io.engine as unknown as { transport: { ws: { pause(): void; resume(): void } } };
  return engine.transport.ws;
}
