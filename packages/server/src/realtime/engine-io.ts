import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import type { BroadcastOptions, SocketId } from 'socket.io-adapter';
import type { LiveSocket } from './live-sockets.ts';

/*
 * All use of undocumented parts of Socket.IO, Engine.IO and `ws`. A later version may lack an optional part: each
 * function says what follows then. `engine-io.test.ts` fails where a part changes.
 */

export type Connection = LiveSocket['conn'];

interface EnginePacket {
  type: string;
}

interface WebSocketInternals {
  readyState: number;
  bufferedAmount: number;
  pause(): void;
  resume(): void;
  terminate(): void;
  once(event: 'error', listener: () => void): void;
  _socket?: NetSocket;
  _receiver?: { _maxPayload?: number };
}

interface TransportInternals {
  name: string;
  writable: boolean;
  maxHttpBufferSize?: number;
  onPacket(packet: EnginePacket): void;
  /** The socket of a WebSocket transport; a polling transport has none. */
  socket?: WebSocketInternals;
}

/** The parts of a polling transport that take in a body. */
interface PollingInternals extends TransportInternals {
  parser: { decodePayload(body: string): EnginePacket[] };
  onDataRequest(request: IncomingMessage, response: ServerResponse): void;
  onData(body: string): void;
  onClose(): void;
}

interface ConnectionInternals {
  transport: TransportInternals | PollingInternals;
  upgrading?: boolean;
  writeBuffer?: unknown[];
  onPacket(packet: EnginePacket): void;
}

const internalsOf = (connection: Connection) => connection as unknown as ConnectionInternals;

const isPolling = (transport: TransportInternals): transport is PollingInternals =>
  transport.name === 'polling';

/** Lets packets of so many bytes come, also once the transport changes. Where a part is missing, they stay small. */
export function takePacketsOf(bytes: number, connection: Connection): void {
  const take = (transport: TransportInternals): void => {
    if (transport.maxHttpBufferSize !== undefined) transport.maxHttpBufferSize = bytes;
    const receiver = transport.socket?._receiver;
    if (receiver?._maxPayload !== undefined) receiver._maxPayload = bytes;
  };
  take(internalsOf(connection).transport);
  connection.once('upgrade', take);
}

/** Reads nothing more of a packet that was too large: `ws` and Node read its rest. */
export function hangUpOnRefusedPacket(connection: Connection): void {
  const { transport } = internalsOf(connection);
  if (!isPolling(transport)) {
    const { socket } = transport;
    socket?.once('error', () => socket.terminate());
    return;
  }
  const takeBody = transport.onDataRequest.bind(transport);
  transport.onDataRequest = (request, response) => {
    response.once('finish', () => {
      if (!request.complete) request.socket.destroy();
    });
    takeBody(request, response);
  };
}

/** How the packets of a connection are read. */
interface ReadingPace {
  /** Packets that are read before others have their turn. */
  atOnce: number;
  /** Packets of a WebSocket that come closer together than this are at once. */
  atOnceMs: number;
  /** A polling body with more packets closes its connection. */
  maxOfBody: number;
  /** How long nothing is read now; 0 or less: reading goes on. */
  restMs(): number;
}

const SEPARATOR = '\x1e';

function countPackets(body: string): number {
  let count = 1;
  for (let at = body.indexOf(SEPARATOR); at >= 0; at = body.indexOf(SEPARATOR, at + 1)) count++;
  return count;
}

/** Time for others: the next turn of the event loop, or the end of a rest. */
const pause = (ms: number): Promise<void> =>
  new Promise((next) => (ms > 0 ? setTimeout(next, ms).unref() : setImmediate(next)));

/**
 * Hundreds of messages may arrive in one piece. Messages that come too fast wait, and no more is taken in meanwhile.
 */
function readFrames(transport: TransportInternals, pace: ReadingPace): void {
  const read = transport.onPacket.bind(transport);
  const waiting: EnginePacket[] = [];
  let since = 0;
  let count = 0;

  function isTooFast(): boolean {
    const now = performance.now();
    if (now - since > pace.atOnceMs) [since, count] = [now, 0];
    count++;
    return count > pace.atOnce || pace.restMs() > 0;
  }

  async function readWaiting(): Promise<void> {
    transport.socket?.pause();
    while (waiting.length > 0) {
      await pause(pace.restMs());
      for (const packet of waiting.splice(0, pace.atOnce)) read(packet);
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
function readPolls(connection: Connection, polling: PollingInternals, pace: ReadingPace): void {
  const reader = internalsOf(connection);
  let read = Promise.resolve();

  async function readAll(packets: EnginePacket[]): Promise<void> {
    for (const [n, packet] of packets.entries()) {
      if (n > 0 && n % pace.atOnce === 0) await pause(pace.restMs());
      if (packet.type === 'close') polling.onClose();
      else reader.onPacket(packet);
    }
  }

  polling.onData = (body) => {
    if (countPackets(body) > pace.maxOfBody) connection.close(true);
    else read = readAll(polling.parser.decodePayload(body));
  };
  const takeBody = polling.onDataRequest.bind(polling);
  polling.onDataRequest = (request, response) => {
    void read.then(() => {
      if (!request.destroyed) takeBody(request, response);
    });
  };
}

/** Reads the connection's packets at that pace, also once the transport changes. */
export function readAtPace(connection: Connection, pace: ReadingPace): void {
  const read = (): void => {
    const { transport } = internalsOf(connection);
    if (isPolling(transport)) readPolls(connection, transport, pace);
    else readFrames(transport, pace);
  };
  read();
  connection.on('upgrade', read);
}

/**
 * Ends a connection for which more than so many bytes wait. Where a part is missing, only those count that no transport
 * has yet.
 */
export function closeBeyond(maxBytes: number, connection: Connection): void {
  // No transport has these yet; what it has, the WebSocket counts.
  let gathered = 0;
  connection.on('flush', () => {
    gathered = 0;
  });
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    gathered += data?.length ?? 0;
    const { socket: webSocket } = internalsOf(connection).transport;
    if (gathered + (webSocket?.bufferedAmount ?? 0) <= maxBytes) return;
    connection.close(true);
    webSocket?.terminate();
  });
}

const OPEN = 1;

/**
 * The network socket of a connection to which a write comes next, for which at most so many bytes wait. Undefined
 * while Engine.IO has something to write before, and where a part is missing.
 */
export function writableSocketOf(
  connection: Connection,
  maxWaitingBytes: number,
): NetSocket | undefined {
  const { transport, writeBuffer, upgrading } = internalsOf(connection);
  if (connection.readyState !== 'open' || upgrading !== false || writeBuffer?.length !== 0) return;
  if (transport.name !== 'websocket' || !transport.writable) return;
  if (transport.socket?.readyState !== OPEN) return;
  const socket = transport.socket._socket;
  return socket?.writable && socket.writableLength < maxWaitingBytes ? socket : undefined;
}

/** A packet of Socket.IO. */
export interface Packet {
  type: number;
  data: unknown[];
  nsp: string;
}

export type Encoded = (string | Buffer)[];

/** Server and sockets as far as Socket.IO's own adapter uses them. */
export interface AdapterNamespace {
  name: string;
  server: { encoder: { encode(packet: Packet): Encoded } };
  sockets: Map<SocketId, Receiver>;
}

export interface Receiver extends Pick<LiveSocket, 'conn'> {
  client: { writeToEngine(encoded: Encoded, options: object): void };
}

/** Writes a text, and its frame where the transport takes frames, through Engine.IO's buffer: what must go before is there. */
export function writeInOrder(
  { client }: Receiver,
  { text, frame }: { text: string; frame: Buffer | undefined },
  { flags: { volatile, compress } = {} }: BroadcastOptions,
): void {
  client.writeToEngine([text], {
    preEncoded: true,
    volatile,
    compress,
    wsPreEncodedFrame: [frame],
  });
}
