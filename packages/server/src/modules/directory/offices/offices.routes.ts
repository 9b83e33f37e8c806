import { createOffice, deleteOffice, listOffices, updateOffice } from '@chat/contract/offices';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../../chat/context.ts';
import * as actions from './offices.actions.ts';

export function registerOfficeRoutes(router: Router, ctx: ChatContext): void {
  router.serve(listOffices, ({ query }) => actions.listOffices(ctx, query));
  router.serve(createOffice, ({ body }) => actions.createOffice(ctx, body));
  router.serve(updateOffice, ({ params, body }) =>
    actions.updateOffice(ctx, params.officeId, body),
  );
  router.serve(deleteOffice, ({ params }) => actions.deleteOffice(ctx, params.officeId));
}
