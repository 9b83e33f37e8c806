import type { ChatSocket } from '../shared/socket.ts';

type Listener = (payload: unknown) => void;

/** A socket whose server is the test. */
export function fakeSocket(emit?: (...said: unknown[]) => void) {
  const listeners = new Map<string, Listener[]>();
  const on = (event: string, listener: Listener) => {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
  };
  const say = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  return { socket: { on, emit, connected: true } as unknown as ChatSocket, say };
}
