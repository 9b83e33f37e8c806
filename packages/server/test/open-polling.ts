import { z } from 'zod';

const handshake = z.object({ sid: z.string() });

/** Opens a long-polling connection without signing in; returns the address for its next requests. */
export async function openPolling(url: string): Promise<string> {
  const path = `${url}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(path)).text();
  return `${path}&sid=${handshake.parse(JSON.parse(opened.slice(1))).sid}`;
}
