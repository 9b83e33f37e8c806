import { z } from 'zod';
import { isBlank, limits } from './checks.ts';
import { instant, rawText, uuid } from './fields.ts';
import { defineRoute, nothing, pageQuery } from './route.ts';

const noticeRequired = 'Escribe el texto del aviso';
const versionInvalid = 'Indica la versión del aviso';

/** A text about the data that the company has of its people; versions count from 1 and never change. */
export const noticeSchema = z.object({
  version: z.int(),
  text: z.string(),
  publishedAt: instant,
});
export type Notice = z.infer<typeof noticeSchema>;

const versionSchema = noticeSchema.extend({
  /** The administrator's e-mail. */
  publishedBy: z.string(),
});
export type NoticeVersion = z.infer<typeof versionSchema>;

const acceptanceSchema = z.object({
  userId: uuid,
  email: z.string(),
  version: z.int(),
  /** Null: the person has not confirmed the version. */
  at: instant.nullable(),
});
export type NoticeAcceptance = z.infer<typeof acceptanceSchema>;

export const noticeText = rawText({ error: noticeRequired, max: limits.notice }).refine(
  (value) => !isBlank(value),
  { error: noticeRequired },
);

export const getNotice = defineRoute({
  name: 'getNotice',
  method: 'GET',
  path: '/notice',
  access: 'session',
  whileRequired: ['NOTICE'],
  summary: 'The privacy notice in force; null: none',
  content: noticeSchema.nullable(),
});

export const publishNotice = defineRoute({
  name: 'publishNotice',
  method: 'PUT',
  path: '/notice',
  access: 'admin',
  summary:
    'Publish a privacy notice that everybody must confirm; the text in force again is no new version (200)',
  body: z.object({ text: noticeText }),
  content: noticeSchema,
  status: 201,
});

export const withdrawNotice = defineRoute({
  name: 'withdrawNotice',
  method: 'DELETE',
  path: '/notice',
  access: 'admin',
  summary: 'Ask nobody to confirm a privacy notice any more; versions and confirmations stay',
  content: nothing,
});

export const listNoticeVersions = defineRoute({
  name: 'listNoticeVersions',
  method: 'GET',
  path: '/notice/versions',
  access: 'admin',
  summary:
    'Versions of the privacy notice, newest first, paged 50 by default, and a text to begin with',
  query: z.object(pageQuery),
  content: z.object({ draft: z.string(), versions: z.array(versionSchema) }),
});

export const listNoticeAcceptances = defineRoute({
  name: 'listNoticeAcceptances',
  method: 'GET',
  path: '/notice/acceptances',
  access: 'admin',
  summary:
    'Which person has confirmed which version, newest first; `pending=1`: who has yet to confirm the one in force',
  query: z.object({ pending: z.enum(['0', '1']).optional(), ...pageQuery }),
  content: z.array(acceptanceSchema),
});

export const exportNoticeAcceptances = defineRoute({
  name: 'exportNoticeAcceptances',
  method: 'GET',
  path: '/notice/acceptances.csv',
  access: 'admin',
  summary: 'The same as a CSV: correo, versión, confirmado',
  query: z.object({ pending: z.enum(['0', '1']).optional() }),
  isFile: true,
  content: z.unknown(),
});

export const acceptNotice = defineRoute({
  name: 'acceptNotice',
  method: 'POST',
  path: '/users/me/notice',
  access: 'session',
  whileRequired: ['NOTICE'],
  summary: 'Confirm that the caller has read the privacy notice in force',
  body: z.object({ version: z.int({ error: versionInvalid }) }),
  content: z.object({ version: z.int(), at: instant }),
});
