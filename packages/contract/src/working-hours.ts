import { z } from 'zod';
import { instant, lenientUuid, uuid } from './fields.ts';
import { hoursSchema } from './forms.ts';
import { defineRoute, pageQuery } from './route.ts';
import { textErrors } from './texts.ts';

const officeParams = z.object({ officeId: uuid });

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
