import { createProject, deleteProject, listProjects, updateProject } from '@chat/contract/offices';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../../chat/context.ts';
import * as actions from './projects.actions.ts';

export function registerProjectRoutes(router: Router, ctx: ChatContext): void {
  router.serve(listProjects, ({ query }) => actions.listProjects(ctx, query));
  router.serve(createProject, ({ body }) => actions.createProject(ctx, body));
  router.serve(updateProject, ({ params, body }) =>
    actions.updateProject(ctx, params.projectId, body),
  );
  router.serve(deleteProject, ({ params }) => actions.deleteProject(ctx, params.projectId));
}
