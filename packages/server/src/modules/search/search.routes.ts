import { searchChats, searchMessages } from '@chat/contract/search';
import type { FastifyRequest } from 'fastify';
import type { Router } from '../../http/route.ts';
import type { SearchContext } from './context.ts';
import * as actions from './search.actions.ts';

const goneFrom =
  ({ raw }: FastifyRequest) =>
  () =>
    raw.socket.destroyed;

export function registerSearchRoutes(router: Router, ctx: SearchContext): void {
  router.serve(searchMessages, ({ viewer, query, request }) =>
    actions.searchMessages(ctx, viewer, query, goneFrom(request)),
  );
  router.serve(searchChats, ({ viewer, query, request }) =>
    actions.searchChats(ctx, viewer, query, goneFrom(request)),
  );
}
