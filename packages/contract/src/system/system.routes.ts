import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { configSchema, noticeSchema } from './system.schema.ts';

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

export const listNotices = defineRoute({
  name: 'listNotices',
  method: 'GET',
  path: '/admin/notices',
  access: 'admin',
  summary: 'What administrators should know of the installation itself; nothing on most days',
  content: z.array(noticeSchema),
});
