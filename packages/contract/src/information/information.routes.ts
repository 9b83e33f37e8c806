import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { informationSchema } from './information.schema.ts';

export const getInformation = defineRoute({
  name: 'getInformation',
  method: 'GET',
  path: '/chats/messages/:messageId/info',
  access: 'session',
  summary:
    'Who has seen the message, who has got it, and who has not, with times: for its author, and for administrators, of whom each reading is recorded',
  params: z.object({ messageId: uuid }),
  content: informationSchema,
});
