import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { nothing } from '../shared/nothing.ts';
import { pageQuery } from '../shared/page.ts';
import { officeInputSchema, officeSchema, updateOfficeSchema } from './offices.schema.ts';

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
