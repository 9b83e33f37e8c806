import { z } from 'zod';
import { uuid } from './fields.ts';
import { defineRoute } from './route.ts';
import { textErrors } from './texts.ts';

/** The file of a multipart form as the server has received it; its bytes wait at `path` while the call is answered. */
export class FormFile {
  readonly fileName: string;
  readonly path: string;
  readonly size: number;

  constructor(fileName: string, path: string, size: number) {
    this.fileName = fileName;
    this.path = path;
    this.size = size;
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** A text in place of a file counts as no file; null means that another object is in the place of the file. */
function readFormFile(value: unknown): FormFile | null | undefined {
  if (value instanceof FormFile) return value;
  return isObject(value) ? null : undefined;
}

/** The file field of a form; JSON cannot carry one. */
export const formFileSchema = z
  .unknown()
  .meta({ type: 'string', format: 'binary' })
  .transform(readFormFile)
  .optional();
export type FormFileField = z.output<typeof formFileSchema>;

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
