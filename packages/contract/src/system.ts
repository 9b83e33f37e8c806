import { z } from 'zod';
import { instant } from './fields.ts';
import { defineRoute, pageQuery } from './route.ts';

const configSchema = z.object({
  emailDomain: z.string(),
  /** The `email` of every group chat's entry in a chat list; no person can have it. */
  groupAddress: z.string(),
  maxUploadBytes: z.int(),
  /** The author may edit and delete a message for this many minutes; fractions are allowed, 0 means never. */
  editMinutes: z.number(),
  deleteMinutes: z.number(),
  /** As in 'Entrar con {oidcName}'; null where no company sign-in is set up. */
  oidcName: z.string().nullable(),
  /** False: company sign-in is the only way in. */
  passwordLogin: z.boolean(),
  version: z.string(),
});
export type PublicConfig = z.infer<typeof configSchema>;

/** Messages past their time that stay: the clock is not trusted, or the daily limit is reached. */
const retentionHeld = z.object({
  kind: z.enum(['RETENTION_HELD_BY_CLOCK', 'RETENTION_HELD_BY_LIMIT']),
  messages: z.int(),
  /** More messages exist than were counted. */
  isMore: z.boolean(),
  since: instant,
});
export type RetentionHeld = z.infer<typeof retentionHeld>;

/** Entries of the audit that are not in AUDIT_FILE yet. */
const fileBehind = z.object({
  kind: z.literal('AUDIT_FILE_BEHIND'),
  entries: z.int(),
  isMore: z.boolean(),
  since: instant,
});
export type FileBehind = z.infer<typeof fileBehind>;

const noticeSchema = z.discriminatedUnion('kind', [retentionHeld, fileBehind]);
export type Notice = z.infer<typeof noticeSchema>;

export const getConfig = defineRoute({
  name: 'getConfig',
  method: 'GET',
  path: '/config',
  access: 'public',
  summary: 'What a client must know before anyone signs in',
  content: configSchema,
});

export const getHealth = defineRoute({
  name: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: '200 while every part answers, else 503 naming the part',
  content: z.object({ status: z.literal('ok'), version: z.string() }),
});

export const listNotices = defineRoute({
  name: 'listNotices',
  method: 'GET',
  path: '/admin/notices',
  access: 'admin',
  summary: 'What administrators should know of the installation itself; nothing on most days',
  query: z.object(pageQuery),
  content: z.array(noticeSchema),
});
