import { z } from 'zod';
import { instant, uuid } from './fields.ts';
import { defineRoute } from './route.ts';
import { textErrors } from './texts.ts';

/** `mentions` lets through messages that mention the person and replies to theirs; `none` nothing. */
export const notificationModeSchema = z.enum(['all', 'mentions', 'none'], {
  error: textErrors.invalid,
});
export type NotificationMode = z.infer<typeof notificationModeSchema>;

/** How a chat notifies one person. `until` null: for ever; once it has passed, `mode` reads `all`. */
export const chatNotificationsSchema = z.object({
  mode: notificationModeSchema,
  until: instant.nullable(),
});
export type ChatNotifications = z.infer<typeof chatNotificationsSchema>;

const chatParams = z.object({ chatId: uuid });

export const setChatNotifications = defineRoute({
  name: 'setChatNotifications',
  method: 'PUT',
  path: '/chats/:chatId/notifications',
  access: 'session',
  summary: 'Mute a group or direct chat for the caller alone, on all devices, or undo that',
  params: chatParams,
  body: z.object({
    mode: notificationModeSchema,
    until: z.iso
      .datetime({ offset: true, error: textErrors.invalid })
      .nullish()
      .transform((value) => value ?? null),
  }),
  content: chatNotificationsSchema,
});

/** `until`: when `inside` changes; null when not within 14 days. */
const ownNotificationsSchema = z.object({
  outsideHours: z.boolean(),
  inside: z.boolean(),
  until: instant.nullable(),
});
export type OwnNotifications = z.infer<typeof ownNotificationsSchema>;

export const getOwnNotifications = defineRoute({
  name: 'getOwnNotifications',
  method: 'GET',
  path: '/users/me/notifications',
  access: 'session',
  summary: "The caller's own choice, and whether they are inside their working hours now",
  content: ownNotificationsSchema,
});

export const setOwnNotifications = defineRoute({
  name: 'setOwnNotifications',
  method: 'PUT',
  path: '/users/me/notifications',
  access: 'session',
  summary: 'Choose whether to be notified outside working hours too; nobody else sees the choice',
  body: z.object({ outsideHours: z.boolean({ error: textErrors.invalid }) }),
  content: ownNotificationsSchema,
});

/** `until`: when the hours of a direct chat's other person begin; null when not within 14 days. */
const availabilitySchema = z.object({ outside: z.boolean(), until: instant.nullable() });
export type Availability = z.infer<typeof availabilitySchema>;

export const getAvailability = defineRoute({
  name: 'getAvailability',
  method: 'GET',
  path: '/chats/:chatId/availability',
  access: 'session',
  summary: "For members: whether a direct chat's other person is outside their working hours",
  params: chatParams,
  content: availabilitySchema,
});

export interface NotificationEvents {
  /** To the person's own sockets. */
  'chat:notifications': (payload: { chatId: string } & ChatNotifications) => void;
  /** To the person whose hours or choice changed: read `getOwnNotifications` again. */
  'notifications:changed': (payload: Record<string, never>) => void;
}
