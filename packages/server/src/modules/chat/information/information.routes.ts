import { getInformation } from '@chat/contract/information';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../context.ts';
import * as information from './information.actions.ts';

export function registerInformationRoutes(router: Router, ctx: ChatContext): void {
  router.serve(getInformation, ({ viewer, params }) =>
    information.getInformation(ctx, viewer, params.messageId),
  );
}
