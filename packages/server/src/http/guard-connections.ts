import type { Server } from 'node:http';
import type { Addresses } from './addresses.ts';
import { openConnections } from './connections.ts';
import { answerOneByOne } from './pipelines.ts';
import { cutStalledWrites } from './stalled-writes.ts';
import { limitUnfinished, type Unfinished } from './unfinished.ts';

/** Keeps what is begun and not finished, asked and not read, from filling the server. To be called when all who listen to requests do. */
export function guardConnections(server: Server, addresses: Addresses): Unfinished {
  const open = openConnections(server);
  const unfinished = limitUnfinished(server, addresses);
  answerOneByOne(server, open, addresses);
  const stalledWrites = cutStalledWrites(open);
  return {
    admit: unfinished.admit,
    close() {
      unfinished.close();
      stalledWrites.close();
    },
  };
}
