import { z } from 'zod';
import { instant, uuid } from './fields.ts';
import { defineRoute, nothing, pageQuery } from './route.ts';

/** One of the caller's sessions. */
export const ownSessionSchema = z.object({
  uuid,
  /** Its browser and system as that sign-in showed them; null where they are unknown. */
  device: z.object({ uuid, name: z.string().nullable() }),
  /** The network address of that sign-in; null of one that an earlier version recorded. */
  address: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const listOwnSessions = defineRoute({
  name: 'listOwnSessions',
  method: 'GET',
  path: '/users/me/sessions',
  access: 'session',
  summary: "The caller's sessions, last used first",
  query: z.object(pageQuery),
  content: z.array(ownSessionSchema),
});

export const endOwnSession = defineRoute({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/users/me/sessions/:sessionId',
  access: 'session',
  summary: "End one of the caller's sessions; its device stays approved",
  params: z.object({ sessionId: uuid }),
  content: nothing,
});

export const endOtherSessions = defineRoute({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/users/me/sessions',
  access: 'session',
  summary: "End all of the caller's sessions but this one",
  content: nothing,
});
