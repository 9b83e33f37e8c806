import type { Server } from 'node:http';
import type { Addresses } from './addresses.ts';
import { openConnections } from './connections.ts';
import { answerOneByOne } from './pipelines.ts';
import { cutStalledWrites } from './stalled-writes.ts';
import { limitUnfinished, type Unfinished } from './unfinished.ts';

/** Limits requests that are not finished and answers that are not read. Call it after all listeners to requests were added. */
export function guardConnections(server: Server, addresses: Addresses): Unfinished {
  const open = openConnections(server);
  const unfinished = limitUnfinished(server, addresses);
  answerOneByOne(server, open, addresses);
  const stalledWrites = cutStalledWrites(open);
  return {
    admit: (request, person, ms) => unfinished.admit(request, person, ms),
    drain: () => unfinished.drain(),
    close() {
      unfinished.close();
      stalledWrites.close();
    },
  };
}
