import { Server } from 'socket.io';
import { serveBaseline, serveBroadcast } from './serve.ts';

// As the product must beat to notice a lost connection in time; Socket.IO's own 25 s would be a part of what is compared.
const heartbeat = { pingInterval: 10_000, pingTimeout: 8_000 };

// A room's broadcast without storage, rights or anything else.
serveBaseline(async () => {
  const { server, url } = await serveBroadcast({
    broadcast: (message) => void io.to('room').emit('message', message),
  });
  const io = new Server(server, { serveClient: false, perMessageDeflate: false, ...heartbeat });
  io.on('connection', (socket) => void socket.join('room'));
  return url;
});
