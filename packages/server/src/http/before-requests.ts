import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Gate = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Runs before all present listeners to the server's requests: they get a request when the gate calls `next`. */
export function beforeRequests(server: Server, gate: Gate): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    gate(request, response, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}
