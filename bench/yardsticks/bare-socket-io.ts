import { Server } from 'socket.io';
import { serveSaying, serveYardstick } from './serve.ts';

// A room's broadcast without storage, rights or anything else.
serveYardstick(async () => {
  const { server, url } = await serveSaying((message) => io.to('room').emit('message', message));
  const io = new Server(server, { serveClient: false, perMessageDeflate: false });
  io.on('connection', (socket) => void socket.join('room'));
  return url;
});
