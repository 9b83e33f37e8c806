import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { nothing } from '../shared/nothing.ts';
import { pageQuery } from '../shared/page.ts';
import { projectInputSchema, projectSchema } from './projects.schema.ts';

const projectParams = z.object({ projectId: uuid });

export const listProjects = defineRoute({
  name: 'listProjects',
  method: 'GET',
  path: '/projects',
  access: 'admin',
  summary: 'All projects by name',
  query: z.object(pageQuery),
  content: z.array(projectSchema),
});

export const createProject = defineRoute({
  name: 'createProject',
  method: 'POST',
  path: '/projects',
  access: 'admin',
  summary: 'Register a project; names are unique whatever the case',
  body: projectInputSchema,
  content: projectSchema,
  status: 201,
});

export const updateProject = defineRoute({
  name: 'updateProject',
  method: 'PUT',
  path: '/projects/:projectId',
  access: 'admin',
  summary: 'Rename a project',
  params: projectParams,
  body: projectInputSchema,
  content: projectSchema,
});

export const deleteProject = defineRoute({
  name: 'deleteProject',
  method: 'DELETE',
  path: '/projects/:projectId',
  access: 'admin',
  summary: 'Remove a project that has no offices',
  params: projectParams,
  content: nothing,
});
