import { z } from 'zod';
import { instant } from './fields.ts';
import { formFileSchema } from './files.ts';
import { currentPassword } from './forms.ts';
import { defineRoute } from './route.ts';
import { textErrors } from './texts.ts';

/** `create`: a new person. `none`: the e-mail is registered, and nothing changes. `error`: `errors` says why. */
const importActionSchema = z.enum(['create', 'none', 'error']);

const importRowSchema = z.object({
  /** As a table program counts: the header is 1. */
  row: z.int(),
  email: z.string(),
  action: importActionSchema,
  /** By the Spanish name of the column; `fila` for the row as a whole. */
  errors: z.record(z.string(), z.array(z.string())),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const previewSchema = z.object({ rows: z.array(importRowSchema) });
export type ImportPreview = z.infer<typeof previewSchema>;

const importedInvitationSchema = z.object({
  email: z.string(),
  url: z.string(),
  expiresAt: instant,
});
export type ImportedInvitation = z.infer<typeof importedInvitationSchema>;

const importedSchema = z.object({
  created: z.int(),
  unchanged: z.int(),
  invitations: z.array(importedInvitationSchema),
});
export type Imported = z.infer<typeof importedSchema>;

const flag = z.enum(['0', '1'], { error: textErrors.invalid }).optional();

export const importUsers = defineRoute({
  name: 'importUsers',
  method: 'POST',
  path: '/users/import',
  access: 'admin',
  summary:
    'Register the people of a CSV file, all or none; `dryRun=1` tells what would happen to each row, with 200',
  query: z.object({ dryRun: flag }),
  multipart: true,
  body: z.object({
    file: formFileSchema,
    /** `1`: invitations for those who are created. */
    invite: flag,
    /** The caller's own, needed where a row registers an administrator. */
    currentPassword: currentPassword.optional(),
  }),
  content: z.union([previewSchema, importedSchema]),
  status: 201,
});

export const exportUsers = defineRoute({
  name: 'exportUsers',
  method: 'GET',
  path: '/users/export',
  access: 'admin',
  summary: 'A CSV of all users: nombre, apellido, correo, rol, oficinas, grupos, bloqueado',
  isFile: true,
  content: z.unknown(),
});

export interface ImportEvents {
  /** To the session that imports: so many of all rows are written; they are there once all are. */
  'import:progress': (payload: { done: number; total: number }) => void;
}
