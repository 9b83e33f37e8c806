import type { Socket } from 'node:net';
import { Adapter, type BroadcastOptions, type SocketId } from 'socket.io-adapter';
import {
  type AdapterNamespace,
  type Encoded,
  type Packet,
  writableSocketOf,
  writeInOrder,
} from './engine-io.ts';

// Engine.IO's type of a packet that carries one of Socket.IO's, and Socket.IO's of one that carries an event.
const MESSAGE = '4';
const EVENT = 2;

/**
 * Socket.IO's adapter in memory, save that what goes to many becomes one frame, which is written straight to each
 * network socket that is writable; everyone else gets it the ordinary way (docs/decisions/0010).
 */
export class OneFrameAdapter extends Adapter {
  declare readonly nsp: AdapterNamespace;
  private readonly writeTo = createBatchWriter();

  override broadcast(packet: Packet, options: BroadcastOptions): void {
    // Many write to people who are away.
    if (!this.hasReceivers(options)) return;
    const encoded = this.encode(packet);
    const [text] = encoded;
    if (encoded.length > 1 || typeof text !== 'string') super.broadcast(packet, options);
    else this.write([text], options);
  }

  /** Many events for the same rooms, written in one piece. */
  broadcastEach(rooms: string[], event: string, payloads: unknown[]): void {
    if (!this.hasReceivers({ rooms: new Set(rooms) })) return;
    const { name: nsp } = this.nsp;
    const texts = payloads.map((payload) =>
      String(this.encode({ type: EVENT, data: [event, payload], nsp })[0]),
    );
    this.write(texts, { rooms: new Set(rooms) });
  }

  private hasReceivers({ rooms }: BroadcastOptions): boolean {
    return rooms.size === 0 || [...rooms].some((room) => this.rooms.has(room));
  }

  private encode(packet: Packet): Encoded {
    return this.nsp.server.encoder.encode({ ...packet, nsp: this.nsp.name });
  }

  private write(texts: string[], options: BroadcastOptions): void {
    const frames = texts.map((text) => textFrame(MESSAGE + text));
    const [first] = frames;
    const piece = first && frames.length === 1 ? first : Buffer.concat(frames);
    for (const id of this.idsOf(options)) {
      const socket = this.nsp.sockets.get(id);
      if (!socket) continue;
      const network = writableSocketOf(socket.conn, MAX_WAITING_BYTES);
      if (network) this.writeTo(network, piece);
      else
        for (const [n, text] of texts.entries())
          writeInOrder(socket, { text, frame: frames[n] }, options);
    }
  }

  /** Each once, however many of the rooms it is in. */
  private idsOf({ rooms, except }: BroadcastOptions): Iterable<SocketId> {
    if (rooms.size === 0) return this.without(except, this.sids.keys());
    const there = [...rooms].flatMap((room) => this.rooms.get(room) ?? []);
    const [first = new Set<SocketId>(), ...others] = there;
    const all = others.length === 0 ? first : new Set(there.flatMap((ids) => [...ids]));
    return this.without(except, all);
  }

  private without(except: BroadcastOptions['except'], ids: Iterable<SocketId>): Iterable<SocketId> {
    const left = new Set([...(except ?? [])].flatMap((room) => [...(this.rooms.get(room) ?? [])]));
    return left.size === 0 ? ids : [...ids].filter((id) => !left.has(id));
  }
}

const WHOLE_TEXT = 0x81;
// Lengths that do not fit seven bits follow in two bytes or in eight.
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

function headerFor(length: number): Buffer {
  if (length < IN_TWO_BYTES) return Buffer.from([WHOLE_TEXT, length]);
  if (length <= 0xffff) {
    const header = Buffer.from([WHOLE_TEXT, IN_TWO_BYTES, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.from([WHOLE_TEXT, IN_EIGHT_BYTES, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUIntBE(length, 4, 6);
  return header;
}

/** A text as a server sends it in one WebSocket frame (RFC 6455 §5.2). */
function textFrame(text: string): Buffer {
  const data = Buffer.from(text);
  return Buffer.concat([headerFor(data.length), data]);
}

// Anything above waits in Engine.IO's own buffer, which `gateway.ts` watches.
const MAX_WAITING_BYTES = 64 * 1024;

/** Writes to a socket at once all that it is given in one turn of the event loop: a write to the system costs most of a delivery. */
function createBatchWriter(): (socket: Socket, frame: Buffer) => void {
  let corked = new Set<Socket>();

  function release(): void {
    const sockets = corked;
    corked = new Set();
    for (const socket of sockets) socket.uncork();
  }

  return (socket, frame) => {
    if (corked.size === 0) process.nextTick(release);
    if (!corked.has(socket)) {
      corked.add(socket);
      socket.cork();
    }
    socket.write(frame);
  };
}
