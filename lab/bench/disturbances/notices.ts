import { acceptNotice, publishNotice, withdrawNotice } from '@chat/contract/privacy-notice';
import { connectSocket } from '../../../packages/server/test/socket-client.ts';
import type { Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { type InProcess, serveInProcess } from './in-process.ts';
import { insertSignedIn } from './people.queries.ts';

const MANY = 500;
const FEW = 50;

let turns = 0;

/** The ms for a hundred who are online, until the last of them is asked. */
async function timeOfNotice({ app }: InProcess, count: number) {
  const people = await insertSignedIn(app.ctx.db, `turno-${++turns}`, count);
  const sockets = [];
  for (const { uuid } of people) {
    sockets.push(await connectSocket(app.url, { token: uuid, userId: uuid }));
  }
  const began = performance.now();
  const { status, content } = await app.elena.call(publishNotice, {
    body: { text: `Aviso ${turns}` },
  });
  if (status >= 300) throw new Error(`The notice was refused (${status})`);
  await Promise.all(sockets.map((socket) => socket.waitFor('session:restricted')));
  const took = performance.now() - began;
  for (const socket of sockets) socket.close();
  // The people of the next turn come in before they are asked.
  await app.elena.call(acceptNotice, { body: { version: content.version } });
  await app.elena.call(withdrawNotice, {});
  return { 'until the last is asked': (took * 100) / count };
}

const row: Row<InProcess> = {
  name: '500 people who are online are asked for a notice',
  // A hundred of many take no longer than a hundred of few, who share what a notice costs once.
  figures: { 'until the last is asked': { unit: 'ms for 100', ratioAtMost: 2, least: 40 } },
  quiet: (ground) => timeOfNotice(ground, FEW),
  disturbed: (ground) => timeOfNotice(ground, MANY),
};

export const notices = onGround(serveInProcess, [row]);
