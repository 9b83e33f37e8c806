import { z } from 'zod';
import { instant } from './fields.ts';
import { defineRoute, nothing } from './route.ts';
import { textErrors } from './texts.ts';

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
