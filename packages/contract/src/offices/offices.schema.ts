import { z } from 'zod';
import { placeName } from '../projects/projects.schema.ts';
import { uuid } from '../shared/ids.ts';

const projectId = z
  .string({ error: 'Selecciona un proyecto' })
  .min(1, { error: 'Selecciona un proyecto', abort: true })
  .pipe(uuid);

export const officeInputSchema = z.object({ name: placeName, projectId });
export type OfficeInput = z.input<typeof officeInputSchema>;

/** An office stays in its project: `projectId` may be left out, and another one than its own is refused. */
export const updateOfficeSchema = z.object({ name: placeName, projectId: projectId.optional() });

export const officeSchema = z.object({
  uuid,
  id: z.int(),
  name: z.string(),
  project: z.object({ uuid, name: z.string() }),
});
export type Office = z.infer<typeof officeSchema>;
