import { Server } from 'socket.io';
import { sql } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import { serveBaseline, serveBroadcast } from './serve.ts';

const HISTORY = 10_000;

// A chat of one room with one inserted row for each message, without sessions, rights, receipts or anything else.
serveBaseline(async ({ databaseUrl, dataDir = '' }) => {
  const db = await openDatabase({ databaseUrl, dataDir }, console.error);
  await db.run(sql`
    create table baseline (
      id bigint generated always as identity primary key, message json not null
    )`);
  const insert = (message: object) =>
    db.run(sql`insert into baseline (message) values (${JSON.stringify(message)})`);
  await db.run(sql`
    insert into baseline (message)
    select json_build_object('content', 'Mensaje ' || n, 'referenceId', n) from generate_series(1, ${HISTORY}::int) n`);
  const { server, url } = await serveBroadcast({
    async broadcast(message) {
      await insert(message);
      io.to('room').emit('message', message);
    },
    newestPage: () => db.many(sql`select id, message from baseline order by id desc limit 50`),
  });
  const io = new Server(server, { serveClient: false, perMessageDeflate: false });
  io.on('connection', (socket) => void socket.join('room'));
  return url;
});
