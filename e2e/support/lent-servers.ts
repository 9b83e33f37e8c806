import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type RunningServer, startServer } from './server.ts';

type Act = 'borrow' | 'restart' | 'stop' | 'start' | 'remove';

interface Loan {
  act: Act;
  /** The place of a worker among those that run at once: a worker that follows another one takes its place. */
  place: number;
  signal?: NodeJS.Signals;
}

type Lent = Pick<RunningServer, 'url' | 'dataFolder'>;

/**
 * Keeps a server for each place, started when somebody first asks for it. Playwright begins new workers for each
 * project and each other set of browser arguments, and a server takes seconds of the processor to start.
 */
export async function lendServers(): Promise<() => Promise<void>> {
  const servers = new Map<number, Promise<RunningServer>>();

  function serverAt(place: number): Promise<RunningServer> {
    const server = servers.get(place) ?? startServer();
    servers.set(place, server);
    server.catch(() => servers.delete(place));
    return server;
  }

  async function grant({ act, place, signal }: Loan): Promise<Lent | undefined> {
    if (act === 'remove') {
      const server = servers.get(place);
      servers.delete(place);
      await (await server)?.remove();
      return undefined;
    }
    const server = await serverAt(place);
    if (act === 'start') await server.start();
    else if (act !== 'borrow') await server[act](signal);
    return { url: server.url, dataFolder: server.dataFolder };
  }

  const door = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify((await grant(JSON.parse(await text(request)))) ?? {}));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  process.env.E2E_DOOR = `http://127.0.0.1:${address.port}`;
  return async () => {
    door.close();
    door.closeAllConnections();
    await Promise.all([...servers.values()].map(async (server) => (await server).remove()));
  };
}

async function ask<Answer>(loan: Loan): Promise<Answer> {
  const answer = await fetch(`${process.env.E2E_DOOR}`, {
    method: 'POST',
    body: JSON.stringify(loan),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
}

/** The server of that place, which goes on when the worker ends. */
export async function borrowServer(place: number): Promise<RunningServer> {
  const lent = await ask<Lent>({ act: 'borrow', place });
  return {
    ...lent,
    restart: (signal) => ask({ act: 'restart', place, ...(signal && { signal }) }),
    stop: (signal) => ask({ act: 'stop', place, ...(signal && { signal }) }),
    start: () => ask({ act: 'start', place }),
    remove: () => giveUpServer(place),
  };
}

/** Ends the server of that place, if there is one: the next worker there gets a new one. */
export const giveUpServer = (place: number): Promise<void> => ask({ act: 'remove', place });
