import { z } from 'zod';
import { textErrors } from './checks.ts';
import { instant, uuid } from './fields.ts';
import { defineRoute, nothing } from './route.ts';

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

/** The longest endpoint of a push service, in characters. */
const MAX_ENDPOINT = 2_048;

const endpoint = z
  .string({ error: textErrors.invalid })
  .max(MAX_ENDPOINT, { error: textErrors.tooLong(MAX_ENDPOINT) });

export const subscriptionInputSchema = z.object({
  endpoint,
  keys: z.object(
    {
      p256dh: z.string({ error: textErrors.invalid }),
      auth: z.string({ error: textErrors.invalid }),
    },
    { error: textErrors.invalid },
  ),
});
export type SubscriptionInput = z.infer<typeof subscriptionInputSchema>;

/**
 * A push as the service worker gets it (rules/push 6). `url` is a path of the page. `silent`: it only replaces an
 * earlier one.
 */
export interface Push {
  type: 'message' | 'withdraw' | 'summary' | 'ended' | 'test';
  title: string;
  body: string;
  url: string;
  chatId?: string;
  messageId?: string;
  silent?: true;
}

export const getPushKey = defineRoute({
  name: 'getPushKey',
  method: 'GET',
  path: '/push/key',
  access: 'session',
  summary: "The server's VAPID public key, in base64url; null where nothing is pushed",
  content: z.object({ publicKey: z.string().nullable() }),
});

export const subscribeToPush = defineRoute({
  name: 'subscribeToPush',
  method: 'POST',
  path: '/push/subscriptions',
  access: 'session',
  summary: "The session's one push subscription; an endpoint that another session had moves here",
  body: subscriptionInputSchema,
  content: z.object({ endpoint: z.string(), createdAt: instant }),
  status: 201,
});

export const unsubscribeFromPush = defineRoute({
  name: 'unsubscribeFromPush',
  method: 'DELETE',
  path: '/push/subscriptions',
  access: 'session',
  summary: "End an own push subscription; an unknown endpoint, or somebody else's, changes nothing",
  body: z.object({ endpoint }),
  content: nothing,
});

export const testPush = defineRoute({
  name: 'testPush',
  method: 'POST',
  path: '/push/test',
  access: 'session',
  summary: "Push a test notification to the session's subscription, once in 10 s",
  content: z.object({ delivered: z.boolean() }),
});
