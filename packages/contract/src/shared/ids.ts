import { z } from 'zod';
import { textErrors } from './text.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Every `…Id`, `…Ids` and path id on the wire is a uuid, whatever its version; lowercased so that it compares. */
export const uuid = z
  .string({ error: textErrors.invalid })
  .regex(UUID, { error: textErrors.invalid })
  .overwrite((value) => value.toLowerCase());

/** An ISO 8601 UTC instant. */
export const instant = z.iso.datetime();
