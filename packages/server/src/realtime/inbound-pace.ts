import { steadyPace } from '../security/steady-pace.ts';
import {
  type Connection,
  type EnginePacket,
  engineInternalsOf,
  internalsOf,
  isPolling,
  type PollingInternals,
} from './engine-internals.ts';
import type { LiveServer } from './publish.ts';

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
// No page's body of 100 kB holds as many.
const MAX_PACKETS_OF_BODY = 10_000;
const SEPARATOR = '\x1e';

function countPackets(body: string): number {
  let count = 1;
  for (let at = body.indexOf(SEPARATOR); at >= 0; at = body.indexOf(SEPARATOR, at + 1)) count++;
  return count;
}

/** Reads each WebSocket message in a turn of its own: hundreds arrive in one piece, and nothing else waits for all. */
export function readOneByOne(io: LiveServer): void {
  engineInternalsOf(io).ws.options.allowSynchronousEvents = false;
}

export function createInboundPace(): InboundPace {
  const pace = steadyPace({ aSecond: PACKETS_A_SECOND, burst: PACKETS_IN_A_ROW });
  const restsUntil = new WeakMap<Connection, number>();

  function rest(connection: Connection): void {
    const { socket } = internalsOf(connection).transport;
    restsUntil.set(connection, performance.now() + REST_MS);
    if (!socket || socket.isPaused) return;
    socket.pause();
    setTimeout(() => socket.resume(), REST_MS).unref();
  }

  /** The packets of a body a few at a time, and the next body after them. They stay in order, whatever the transport is by then. */
  function readPolls(connection: Connection, polling: PollingInternals): void {
    const reader = internalsOf(connection);
    let read = Promise.resolve();

    async function turn(): Promise<void> {
      const ms = (restsUntil.get(connection) ?? 0) - performance.now();
      await new Promise<void>((next) =>
        ms > 0 ? setTimeout(next, ms).unref() : setImmediate(next),
      );
    }

    async function readAll(packets: EnginePacket[]): Promise<void> {
      for (const [n, packet] of packets.entries()) {
        if (n > 0 && n % PACKETS_AT_ONCE === 0) await turn();
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

  return {
    add(connection) {
      const { transport } = internalsOf(connection);
      if (isPolling(transport)) readPolls(connection, transport);
    },
    limit(connection, personId) {
      connection.on('packet', () => {
        if (pace(personId) > 0) rest(connection);
      });
    },
  };
}
