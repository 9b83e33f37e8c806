import { steadyPace } from '../security/steady-pace.ts';
import {
  type Connection,
  type EnginePacket,
  internalsOf,
  isPolling,
  type PollingInternals,
  type TransportInternals,
} from './engine-internals.ts';

/** How fast packets are read: what comes faster waits at its sender, and refusing it takes nobody's time. */
export interface InboundPace {
  /** To be called for each connection that is opened. */
  add(connection: Connection): void;
  /** From now on its packets count for the person. */
  limit(connection: Connection, personId: number): void;
}

// Of one person. In the busiest group chat each page tells of some hundreds of messages a second.
const PACKETS_A_SECOND = 2_000;
const PACKETS_IN_A_ROW = 1_000;
const REST_MS = 1_000;
const PACKETS_AT_ONCE = 20;
// The packets of a connection that come closer together than this are at once.
const AT_ONCE_MS = 5;
// No page's body of 100 kB holds as many.
const MAX_PACKETS_OF_BODY = 10_000;
const SEPARATOR = '\x1e';

function countPackets(body: string): number {
  let count = 1;
  for (let at = body.indexOf(SEPARATOR); at >= 0; at = body.indexOf(SEPARATOR, at + 1)) count++;
  return count;
}

/** Time for others: the next turn of the event loop, or the end of a rest. */
const pause = (ms: number): Promise<void> =>
  new Promise((next) => (ms > 0 ? setTimeout(next, ms).unref() : setImmediate(next)));

/** Hundreds of messages may arrive in one piece. What comes too fast waits, and no more is taken in meanwhile. */
function readFrames(transport: TransportInternals, restMs: () => number): void {
  const read = transport.onPacket.bind(transport);
  const waiting: EnginePacket[] = [];
  let since = 0;
  let atOnce = 0;

  function isTooFast(): boolean {
    const now = performance.now();
    if (now - since > AT_ONCE_MS) [since, atOnce] = [now, 0];
    atOnce++;
    return atOnce > PACKETS_AT_ONCE || restMs() > 0;
  }

  async function readWaiting(): Promise<void> {
    transport.socket?.pause();
    while (waiting.length > 0) {
      await pause(restMs());
      for (const packet of waiting.splice(0, PACKETS_AT_ONCE)) read(packet);
    }
    transport.socket?.resume();
  }

  transport.onPacket = (packet) => {
    if (waiting.length > 0) waiting.push(packet);
    else if (!isTooFast()) read(packet);
    else {
      waiting.push(packet);
      void readWaiting();
    }
  };
}

/** The packets of a body a few at a time, and the next body after them, in order whatever the transport is by then. */
function readPolls(connection: Connection, polling: PollingInternals, restMs: () => number): void {
  const reader = internalsOf(connection);
  let read = Promise.resolve();

  async function readAll(packets: EnginePacket[]): Promise<void> {
    for (const [n, packet] of packets.entries()) {
      if (n > 0 && n % PACKETS_AT_ONCE === 0) await pause(restMs());
      if (packet.type === 'close') polling.onClose();
      else reader.onPacket(packet);
    }
  }

  polling.onData = (body) => {
    if (countPackets(body) > MAX_PACKETS_OF_BODY) connection.close(true);
    else read = readAll(polling.parser.decodePayload(body));
  };
  const takeBody = polling.onDataRequest.bind(polling);
  polling.onDataRequest = (request, response) => {
    void read.then(() => {
      if (!request.destroyed) takeBody(request, response);
    });
  };
}

export function createInboundPace(): InboundPace {
  const pace = steadyPace({ aSecond: PACKETS_A_SECOND, burst: PACKETS_IN_A_ROW });
  const restsUntil = new WeakMap<Connection, number>();

  function read(connection: Connection): void {
    const restMs = () => (restsUntil.get(connection) ?? 0) - performance.now();
    const { transport } = internalsOf(connection);
    if (isPolling(transport)) readPolls(connection, transport, restMs);
    else readFrames(transport, restMs);
  }

  return {
    add(connection) {
      read(connection);
      connection.on('upgrade', () => read(connection));
    },
    limit(connection, personId) {
      connection.on('packet', () => {
        if (pace(personId) > 0) restsUntil.set(connection, performance.now() + REST_MS);
      });
    },
  };
}
