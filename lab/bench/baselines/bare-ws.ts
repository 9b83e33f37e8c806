import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { serveBaseline, serveBroadcast } from './serve.ts';

const FIN_AND_TEXT = 0x81;
const TWO_BYTES_OF_LENGTH = 126;

/** A frame as a server sends it, for texts of 126 to 65,535 bytes. */
function frame(text: string): Buffer {
  const data = Buffer.from(text);
  const header = Buffer.from([FIN_AND_TEXT, TWO_BYTES_OF_LENGTH, 0, 0]);
  header.writeUInt16BE(data.length, 2);
  return Buffer.concat([header, data]);
}

// Lower bound of a broadcast: the frame is encoded once, then written to every connection.
serveBaseline(async () => {
  const connections = new Set<Duplex>();
  const { server, url } = await serveBroadcast({
    broadcast(message) {
      // `42` marks a Socket.IO event in an Engine.IO message.
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
