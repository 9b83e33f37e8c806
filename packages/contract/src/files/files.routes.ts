import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { textErrors } from '../shared/text.ts';

export const getFile = defineRoute({
  name: 'getFile',
  method: 'GET',
  path: '/files/:fileId',
  access: 'session',
  summary:
    'The bytes of a file, for who may read its message; `size=thumb` is an image in at most 480 pixels, or 404; the cookie of sign-in is taken too',
  params: z.object({ fileId: uuid }),
  query: z.object({
    /** `thumb`: an image's small variant. */
    size: z.enum(['thumb'], { error: textErrors.invalid }).optional(),
  }),
  isFile: true,
  content: z.unknown(),
});
