import { z } from 'zod';
import { limits } from './limits.ts';
import { textErrors } from './text.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Every `…Id`, `…Ids` and path id on the wire is a uuid, whatever its version; lowercased so that it compares. */
export const uuid = z
  .string({ error: textErrors.invalid })
  .regex(UUID, { error: textErrors.invalid })
  .overwrite((value) => value.toLowerCase());

const NIL = '00000000-0000-0000-0000-000000000000';

/** An id by which something is looked for: what is none names nothing, as an unknown one does (rules/api 5). */
export const soughtId = z
  .string()
  .meta({ format: 'uuid' })
  .transform((text) => uuid.safeParse(text).data ?? NIL);

// Anything, described as what it has to be.
const anyId = z.custom<string>().meta({ type: 'string', format: 'uuid' });

/** Uuids in a body. How many they are is asked before what they are: a list without end costs nothing. */
export const uuidList = (error: string = textErrors.invalid) =>
  z
    .array(anyId, { error })
    .max(limits.ids, { error: textErrors.tooMany(limits.ids), abort: true })
    .pipe(z.array(uuid, { error }));

/** An ISO 8601 UTC instant. */
export const instant = z.iso.datetime();
