import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { moment } from '../shared/moment.ts';
import { pageQuery } from '../shared/page.ts';
import { textErrors } from '../shared/text.ts';
import { auditActions, auditEventSchema } from './audit.schema.ts';

export const listAuditEvents = defineRoute({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/admin/audit-events',
  access: 'admin',
  summary:
    'What administrators and group managers read of others and did to them, newest first, paged 50 by default',
  query: z.object({
    action: z.enum(auditActions, { error: textErrors.invalid }).optional(),
    /** Who acted, or whom it was done to. */
    userId: uuid.optional(),
    /** since ≤ happenedAt < until; a date begins in the company's time zone. */
    since: moment.optional(),
    until: moment.optional(),
    ...pageQuery,
  }),
  content: z.array(auditEventSchema),
});
