import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { pageQuery } from '../shared/page.ts';
import { auditEventSchema } from './audit.schema.ts';

export const listAuditEvents = defineRoute({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/admin/audit-events',
  access: 'admin',
  summary:
    'Conversations read and messages deleted by administrators, newest first, paged 50 by default',
  query: z.object(pageQuery),
  content: z.array(auditEventSchema),
});
