import { required } from '@chat/contract/checks';
import type { ClientToServerEvents, ServerToClientEvents } from '@chat/contract/events';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

type Events = ServerToClientEvents;
type PayloadOf<Event extends keyof Events> = Parameters<Events[Event]>[0];
export type Answer = { ok: true } | { ok: false; message: string };

interface ReceivedEvent {
  event: string;
  payload: unknown;
}

// For a machine that does other things besides; what comes soon is measured elsewhere.
const WAIT_MS = 60_000;

/** A real socket that remembers all events, so that a test may ask before or after an event arrives. */
export class LiveClient {
  readonly received: ReceivedEvent[] = [];
  readonly socket: Socket<Events, ClientToServerEvents>;
  /** The socket without types, for signals that the page never sends. */
  readonly raw: Socket;
  private readonly listeners = new Set<() => void>();

  constructor(socket: Socket) {
    this.raw = socket;
    this.socket = socket;
    socket.onAny((event: string, payload: unknown) => {
      this.received.push({ event, payload });
      for (const listener of this.listeners) listener();
    });
    socket.on('disconnect', () => {
      this.received.push({ event: 'disconnect', payload: undefined });
      for (const listener of this.listeners) listener();
    });
  }

  all<Event extends keyof Events>(event: Event): PayloadOf<Event>[] {
    return this.received
      .filter((one) => one.event === event)
      .map((one) => one.payload as PayloadOf<Event>);
  }

  /** The first such event, received already or in the future. */
  async waitFor<Event extends keyof Events>(
    event: Event,
    matches: (payload: PayloadOf<Event>) => boolean = () => true,
  ): Promise<PayloadOf<Event>> {
    await this.until(() => this.all(event).some(matches), `receives '${event}'`);
    return required(this.all(event).find(matches), 'such event');
  }

  closed(): Promise<void> {
    return this.until(() => this.received.some((one) => one.event === 'disconnect'), 'is closed');
  }

  emit(event: keyof ClientToServerEvents, payload?: unknown): Promise<Answer> {
    return this.raw.timeout(WAIT_MS).emitWithAck(event, payload);
  }

  /** On return, all events that the server sent before this call have arrived: packets keep their order. */
  async fence(): Promise<void> {
    await this.emit('ping_server');
  }

  forget(): void {
    this.received.length = 0;
  }

  close(): void {
    this.socket.close();
  }

  private until(isTrue: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!isTrue()) return;
        clearTimeout(timer);
        this.listeners.delete(check);
        resolve();
      };
      const timer = setTimeout(() => {
        this.listeners.delete(check);
        reject(
          new Error(`Nobody ${what}; received: ${JSON.stringify(this.received).slice(0, 500)}`),
        );
      }, WAIT_MS);
      this.listeners.add(check);
      check();
    });
  }
}

/** Connects without registering; rejects with the server's `connect_error`. */
export async function openSocket(
  url: string,
  auth: Record<string, unknown>,
  headers: Record<string, string> = {},
  how: Partial<ManagerOptions & SocketOptions> = {},
): Promise<LiveClient> {
  const socket = io(url, {
    auth,
    extraHeaders: headers,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...how,
  });
  const client = new LiveClient(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
    // A socket lost between transport and handshake emits no error itself; a refused socket emits `connect_error` next.
    socket.io.once('close', (reason) => {
      setImmediate(() => reject(new Error(`Lost while connecting: ${reason}`)));
    });
  });
  return client;
}

export async function connectSocket(
  url: string,
  { token, userId }: { token: string; userId: string },
): Promise<LiveClient> {
  const client = await openSocket(url, { token });
  try {
    const answer = await client.emit('register', { accessToken: token, userId });
    if (!answer.ok) throw new Error(`register was refused: ${answer.message}`);
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}
