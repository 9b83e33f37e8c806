import { z } from 'zod';
import { textErrors } from './checks.ts';
import { instant, lenientUuid, uuid } from './fields.ts';
import { hoursSchema, officeInputSchema, projectInputSchema, updateOfficeSchema } from './forms.ts';
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

const officeParams = z.object({ officeId: uuid });

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

export const getWorkingHours = defineRoute({
  name: 'getWorkingHours',
  method: 'GET',
  path: '/working-hours',
  access: 'admin',
  summary: "The company's working hours; null: always",
  content: hoursSchema.nullable(),
});

export const setWorkingHours = defineRoute({
  name: 'setWorkingHours',
  method: 'PUT',
  path: '/working-hours',
  access: 'admin',
  summary: "Set the company's working hours, or null: always",
  body: hoursSchema.nullable(),
  content: hoursSchema.nullable(),
});

export const getOfficeWorkingHours = defineRoute({
  name: 'getOfficeWorkingHours',
  method: 'GET',
  path: '/offices/:officeId/working-hours',
  access: 'admin',
  summary: "An office's working hours; null: the company's",
  params: officeParams,
  content: hoursSchema.nullable(),
});

export const setOfficeWorkingHours = defineRoute({
  name: 'setOfficeWorkingHours',
  method: 'PUT',
  path: '/offices/:officeId/working-hours',
  access: 'admin',
  summary: "Set an office's working hours, or null: the company's",
  params: officeParams,
  body: hoursSchema.nullable(),
  content: hoursSchema.nullable(),
});

const span = z.object({ from: instant, to: instant });
export type Span = z.infer<typeof span>;

const dayErrors = { error: 'Los días van de 1 a 31' };

export const previewWorkingHours = defineRoute({
  name: 'previewWorkingHours',
  method: 'GET',
  path: '/working-hours/preview',
  access: 'admin',
  summary: 'The spans of the working hours as instants, joined where they touch, cut at both ends',
  query: z.object({
    from: z.iso
      .datetime({ offset: true, error: textErrors.invalid })
      .refine((text) => /^(?:19[7-9]|[2-8]\d\d)/.test(text), { error: textErrors.invalid })
      .optional(),
    days: z
      .string(dayErrors)
      .regex(/^\d{1,2}$/, { ...dayErrors, abort: true })
      .transform(Number)
      .refine((days) => days >= 1 && days <= 31, dayErrors)
      .default(14),
    officeId: lenientUuid.optional(),
    ...pageQuery,
  }),
  content: z.array(span),
});
