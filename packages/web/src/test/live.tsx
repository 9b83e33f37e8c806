import type { ServerToClientEvents } from '@chat/contract/events';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { startRealtime } from '../app/realtime.ts';
import { queryClient } from '../shared/query-client.ts';
import { socket } from '../shared/socket.ts';
import { emitReserved } from './fakes.ts';

/** Draws with the page's own cache, empty, which the socket's events change as they do in a browser. */
export function showLive(element: ReactElement) {
  queryClient.clear();
  listen();
  return render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);
}

/** Every feature listens to the socket, which connects to nothing: the test is its server. */
export function listen(): void {
  // The first press readies a sound.
  vi.stubGlobal(
    'AudioContext',
    class {
      suspend() {}
    },
  );
  const callOff = startRealtime();
  callOff();
}

/** The server says it. */
export function say<Name extends keyof ServerToClientEvents>(
  event: Name,
  ...said: Parameters<ServerToClientEvents[Name]>
): void {
  act(() => emitReserved(socket, event, ...said));
}
