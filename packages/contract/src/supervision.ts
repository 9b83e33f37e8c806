import { z } from 'zod';
import { instant, uuid } from './fields.ts';
import { reasonText } from './forms.ts';
import { defineRoute, nothing } from './route.ts';

/** The caller's own reason in force for a chat of others. */
export const supervisionSchema = z.object({ reason: z.string(), expiresAt: instant });
export type Supervision = z.infer<typeof supervisionSchema>;

export interface SupervisionEvents {
  /** To a socket that watched the chat: its user may not read there any more. */
  'supervision:ended': (payload: { chatId: string }) => void;
}

const params = z.object({ chatId: uuid });

export const openSupervision = defineRoute({
  name: 'openSupervision',
  method: 'POST',
  path: '/chats/:chatId/supervisions',
  access: 'admin',
  summary:
    'For supervisors: give a reason for which the caller reads the chat for 60 minutes; of a held chat of a deleted group it lets them ask for the export alone, and is 404 unless SUPERVISION=reason',
  params,
  body: z.object({ reason: reasonText }),
  content: supervisionSchema.extend({ chatId: uuid, startedAt: instant }),
  status: 201,
});

export const closeSupervision = defineRoute({
  name: 'closeSupervision',
  method: 'DELETE',
  path: '/chats/:chatId/supervisions',
  access: 'admin',
  summary: "For supervisors: end the caller's own reason at once",
  params,
  content: nothing,
});
