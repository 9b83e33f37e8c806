import { getConfig, getHealth, listNotices } from '@chat/contract/system';
import type { Router } from '../../http/route.ts';
import type { ChatContext } from '../chat/context.ts';
import * as actions from './system.actions.ts';

export function registerSystemRoutes(router: Router, ctx: ChatContext): void {
  router.serve(getConfig, () => actions.getConfig(ctx));
  router.serve(getHealth, () => actions.getHealth(ctx));
  router.serve(listNotices, () => actions.listNotices(ctx));
}
