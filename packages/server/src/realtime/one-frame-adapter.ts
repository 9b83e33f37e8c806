import { Adapter, type BroadcastOptions, type SocketId } from 'socket.io-adapter';
import type { LiveSocket } from './publish.ts';
import { textFrame } from './text-frame.ts';
import { createBatchWriter, writableSocketOf } from './writable-socket.ts';

interface Packet {
  type: number;
  data: unknown[];
  nsp: string;
}

type Encoded = (string | Buffer)[];

/** Server and socket as far as Socket.IO's own adapter uses them. */
interface AdapterNamespace {
  name: string;
  server: { encoder: { encode(packet: Packet): Encoded } };
  sockets: Map<SocketId, Receiver>;
}
interface Receiver extends Pick<LiveSocket, 'conn'> {
  client: { writeToEngine(encoded: Encoded, options: object): void };
}

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
      const network = socket && writableSocketOf(socket);
      if (network) this.writeTo(network, piece);
      else if (socket) writeOrdinarily(socket, texts, frames, options);
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

/** Through Engine.IO's own buffer, which has what must go before. */
function writeOrdinarily(
  { client }: Receiver,
  texts: string[],
  frames: Buffer[],
  { flags: { volatile, compress } = {} }: BroadcastOptions,
): void {
  for (const [n, text] of texts.entries()) {
    const packet = { preEncoded: true, volatile, compress, wsPreEncodedFrame: [frames[n]] };
    client.writeToEngine([text], packet);
  }
}
