import { z } from 'zod';

const handshake = z.object({ sid: z.string() });

/** Begins a connection by long polling, without signing in; gives where it goes on. */
export async function openPolling(url: string): Promise<string> {
  const path = `${url}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(path)).text();
  return `${path}&sid=${handshake.parse(JSON.parse(opened.slice(1))).sid}`;
}
