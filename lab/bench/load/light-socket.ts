import WebSocket from 'ws';
import type { Caller, Wire } from './jobs.ts';

/**
 * Speaks just enough Socket.IO to be one of thousands: the client library costs the generator more than the message
 * costs the server.
 */
export interface LightSocket {
  send(event: string, payload: object): void;
  /** Loses the connection without a word. */
  lose(): void;
}

type OnText = (text: string, socket: LightSocket) => void;

/** Connected, and where the product is asked registered too. */
export function openSocket(
  url: string,
  wire: Wire,
  caller: Caller,
  onText: OnText,
): Promise<LightSocket> {
  const path = wire === 'ws' ? '/' : '/socket.io/?EIO=4&transport=websocket';
  const ws = new WebSocket(url.replace('http', 'ws') + path, { perMessageDeflate: false });
  const socket: LightSocket = {
    send: (event, payload) => ws.send(`42${JSON.stringify([event, payload])}`),
    lose: () => ws.terminate(),
  };
  return new Promise((ready, reject) => {
    ws.on('error', reject);
    ws.on('close', () => reject(new Error('closed')));
    if (wire === 'ws') ws.on('open', () => ready(socket));
    ws.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith(EVENT)) return onText(text, socket);
      // As the page says it with each heartbeat.
      if (text === PING && wire === 'chat') socket.send('ping_server', {});
      const reply = replyTo(text, caller, wire);
      if (reply === 'ready') ready(socket);
      else if (reply === 'refused') reject(new Error(text));
      else ws.send(reply);
    });
  });
}

// Packet types of Engine.IO and, behind its messages (4), of Socket.IO.
const PING = '2';
const OPEN = '0';
const EVENT = '42';
const CONNECTED = '40';
const ANSWER = '43';

/** The answer to a packet that is no event: the next word, or the end of the greetings. */
function replyTo(packet: string, { token, userId }: Caller, wire: Wire): string {
  if (packet === PING) return '3';
  if (packet.startsWith(OPEN)) return CONNECTED + JSON.stringify({ token });
  if (packet.startsWith(ANSWER)) return packet.includes('true') ? 'ready' : 'refused';
  if (!packet.startsWith(CONNECTED)) return 'refused';
  if (wire === 'socket.io') return 'ready';
  return `${EVENT}0${JSON.stringify(['register', { accessToken: token, userId }])}`;
}

const AT_ONCE = 100;

/** Opens sockets for all of them, some at a time, in their order. */
export async function openSockets(
  url: string,
  wire: Wire,
  callers: Caller[],
  onText: OnText,
): Promise<LightSocket[]> {
  const sockets: LightSocket[] = [];
  for (let n = 0; n < callers.length; n += AT_ONCE) {
    const some = callers.slice(n, n + AT_ONCE);
    sockets.push(...(await Promise.all(some.map((one) => openSocket(url, wire, one, onText)))));
  }
  return sockets;
}
