import { z } from 'zod';
import { uuid } from '../shared/ids.ts';
import { limits } from '../shared/limits.ts';
import { requiredText } from '../shared/text.ts';

/** Name of a project or an office (rules/offices-and-projects 1). */
export const placeName = requiredText(
  'El nombre es obligatorio',
  limits.placeNameMax,
  `El nombre no puede exceder los ${limits.placeNameMax} caracteres`,
).refine((value) => [...value].length >= limits.placeNameMin, {
  error: `El nombre debe tener al menos ${limits.placeNameMin} caracteres`,
});

export const projectInputSchema = z.object({ name: placeName });
export type ProjectInput = z.input<typeof projectInputSchema>;

export const projectSchema = z.object({ uuid, id: z.int(), name: z.string() });
export type Project = z.infer<typeof projectSchema>;
