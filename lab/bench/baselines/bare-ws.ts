import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { serveBaseline, serveSaying } from './serve.ts';

const WHOLE_TEXT = 0x81;
const TWO_BYTES_OF_LENGTH = 126;

/** A frame as a server sends it, for texts of 126 to 65,535 bytes. */
function frame(text: string): Buffer {
  const data = Buffer.from(text);
  const header = Buffer.from([WHOLE_TEXT, TWO_BYTES_OF_LENGTH, 0, 0]);
  header.writeUInt16BE(data.length, 2);
  return Buffer.concat([header, data]);
}

// The least that telling many can cost: the frame is made once, then written to every connection.
serveBaseline(async () => {
  const connections = new Set<Duplex>();
  const { server, url } = await serveSaying({
    say(message) {
      const bytes = frame(`42${JSON.stringify(['message', message])}`);
      for (const connection of connections) connection.write(bytes);
    },
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket, { socket: connection }) => {
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
    socket.on('message', () => {});
  });
  return url;
});
