import type { QueryClient } from '@tanstack/react-query';
import { onForget } from '../../shared/forget-people.ts';
import { onSessionEnd } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { removeFound, resyncFound } from './api/found-pages.ts';
import { loadRecents } from './recent-searches.ts';
import { forgetSearch } from './search-view.ts';

/** What is taken away goes from what was found too, and nobody sees what somebody else searched for. */
export function registerSearchRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resync = () => resyncFound(queryClient);
  socket.on('message:deleted', ({ messageId }) => removeFound(queryClient, messageId));
  socket.on('group:changed', resync);
  onRegistered(resync);
  onSessionEnd(forgetSearch);
  onForget(loadRecents);
}
