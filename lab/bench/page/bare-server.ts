import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { portOf } from '../../support/helpers.ts';
import { range } from '../support/company.ts';

const page = readFileSync(join(import.meta.dirname, 'bare-page.html'));

export interface ChatReported {
  email: string;
  messages: string[];
}

/** The baseline of the page: a chat of a few lines, without a library, served by nothing but Node. */
export async function serveBarePage(chats: ChatReported[]) {
  const server = createServer(({ url }, answer) => {
    const isPage = url !== '/chats.json';
    answer.setHeader('content-type', isPage ? 'text/html' : 'application/json');
    answer.end(isPage ? page : JSON.stringify(chats));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The last messages of the filled chats. */
export const tail = (email: string, newest: number): ChatReported => ({
  email,
  messages: range(40, newest - 39).map(
    (n) => `n.º ${n} Mañana a primera hora revisamos el presupuesto`,
  ),
});
