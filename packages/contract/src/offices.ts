import { z } from 'zod';
import { uuid } from './fields.ts';
import { officeInputSchema, projectInputSchema, updateOfficeSchema } from './forms.ts';
import { defineRoute, nothing, pageQuery } from './route.ts';

export const projectSchema = z.object({ uuid, id: z.int(), name: z.string() });
export type Project = z.infer<typeof projectSchema>;

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

export const officeSchema = z.object({
  uuid,
  id: z.int(),
  name: z.string(),
  project: z.object({ uuid, name: z.string() }),
});
export type Office = z.infer<typeof officeSchema>;

const officeParams = z.object({ officeId: uuid });

export const listOffices = defineRoute({
  name: 'listOffices',
  method: 'GET',
  path: '/offices',
  access: 'admin',
  summary: 'All offices by project and name',
  query: z.object(pageQuery),
  content: z.array(officeSchema),
});

export const createOffice = defineRoute({
  name: 'createOffice',
  method: 'POST',
  path: '/offices',
  access: 'admin',
  summary: 'Register an office in a project',
  body: officeInputSchema,
  content: officeSchema,
  status: 201,
});

export const updateOffice = defineRoute({
  name: 'updateOffice',
  method: 'PUT',
  path: '/offices/:officeId',
  access: 'admin',
  summary: 'Rename an office',
  params: officeParams,
  body: updateOfficeSchema,
  content: officeSchema,
});

export const deleteOffice = defineRoute({
  name: 'deleteOffice',
  method: 'DELETE',
  path: '/offices/:officeId',
  access: 'admin',
  summary: 'Remove an office that has no groups',
  params: officeParams,
  content: nothing,
});
