import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';

export const configSchema = z.object({
  emailDomain: z.string(),
  /** The `email` of every group chat's entry in a chat list; no person can have it. */
  groupAddress: z.string(),
  maxUploadBytes: z.int(),
  version: z.string(),
});

export type PublicConfig = z.infer<typeof configSchema>;

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
