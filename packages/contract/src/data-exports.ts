import { z } from 'zod';
import { instant, uuid } from './fields.ts';
import { defineRoute, pageQuery } from './route.ts';

/** A ZIP that is made in the background for the person who asked for it. */
export const exportJobSchema = z.object({
  uuid,
  status: z.enum(['WORKING', 'READY', 'FAILED']),
  createdAt: instant,
  /** 24 hours after it was ready; this and what follows are null until then. */
  expiresAt: instant.nullable(),
  /** In bytes. */
  size: z.int().nullable(),
  /** Where a browser fetches the ZIP with the cookie of sign-in alone. */
  fileUrl: z.string().nullable(),
});
export type ExportJob = z.infer<typeof exportJobSchema>;
export type ExportStatus = ExportJob['status'];

const one = { exportId: uuid };
const ofUser = z.object({ userId: uuid });
const oneOfUser = z.object({ userId: uuid, ...one });
const ofChat = z.object({ chatId: uuid });
const oneOfChat = z.object({ chatId: uuid, ...one });

export const createOwnExport = defineRoute({
  name: 'createOwnExport',
  method: 'POST',
  path: '/users/me/data-exports',
  access: 'session',
  summary: "Have a ZIP of all of the caller's own data made; 200 where it is being made already",
  content: exportJobSchema,
  status: 201,
});

export const listOwnExports = defineRoute({
  name: 'listOwnExports',
  method: 'GET',
  path: '/users/me/data-exports',
  access: 'session',
  summary: "The caller's ZIPs of their own data, newest first; each is kept for 24 hours",
  query: z.object(pageQuery),
  content: z.array(exportJobSchema),
});

export const getOwnExport = defineRoute({
  name: 'getOwnExport',
  method: 'GET',
  path: '/users/me/data-exports/:exportId',
  access: 'session',
  summary: "One ZIP of the caller's own data, and whether it is ready",
  params: z.object(one),
  content: exportJobSchema,
});

export const downloadOwnExport = defineRoute({
  name: 'downloadOwnExport',
  method: 'GET',
  path: '/users/me/data-exports/:exportId/file',
  access: 'session',
  summary: "The bytes of a ZIP of the caller's own data; 409 until it is ready",
  params: z.object(one),
  isFile: true,
  content: z.unknown(),
});

export const createUserExport = defineRoute({
  name: 'createUserExport',
  method: 'POST',
  path: '/users/:userId/data-exports',
  access: 'admin',
  summary:
    "Have a ZIP of somebody's data made, also of a deleted person: messages only where the caller may read them now",
  params: ofUser,
  content: exportJobSchema,
  status: 201,
});

export const listUserExports = defineRoute({
  name: 'listUserExports',
  method: 'GET',
  path: '/users/:userId/data-exports',
  access: 'admin',
  summary: "The ZIPs of the person's data that the caller asked for, newest first",
  params: ofUser,
  query: z.object(pageQuery),
  content: z.array(exportJobSchema),
});

export const getUserExport = defineRoute({
  name: 'getUserExport',
  method: 'GET',
  path: '/users/:userId/data-exports/:exportId',
  access: 'session',
  summary: "One ZIP of the person's data that the caller asked for",
  params: oneOfUser,
  content: exportJobSchema,
});

export const downloadUserExport = defineRoute({
  name: 'downloadUserExport',
  method: 'GET',
  path: '/users/:userId/data-exports/:exportId/file',
  access: 'session',
  summary: "The bytes of a ZIP of somebody's data; 409 until it is ready",
  params: oneOfUser,
  isFile: true,
  content: z.unknown(),
});

export const createChatExport = defineRoute({
  name: 'createChatExport',
  method: 'POST',
  path: '/chats/:chatId/exports',
  access: 'admin',
  summary:
    'Have a ZIP of a group or direct chat made that the caller may read now; of a deleted group while a hold keeps something of it',
  params: ofChat,
  content: exportJobSchema,
  status: 201,
});

export const listChatExports = defineRoute({
  name: 'listChatExports',
  method: 'GET',
  path: '/chats/:chatId/exports',
  access: 'admin',
  summary: 'The ZIPs of the chat that the caller asked for, newest first',
  params: ofChat,
  query: z.object(pageQuery),
  content: z.array(exportJobSchema),
});

export const getChatExport = defineRoute({
  name: 'getChatExport',
  method: 'GET',
  path: '/chats/:chatId/exports/:exportId',
  access: 'session',
  summary: 'One ZIP of the chat that the caller asked for',
  params: oneOfChat,
  content: exportJobSchema,
});

export const downloadChatExport = defineRoute({
  name: 'downloadChatExport',
  method: 'GET',
  path: '/chats/:chatId/exports/:exportId/file',
  access: 'session',
  summary:
    'The bytes of a ZIP of a chat; 409 until it is ready, 404 once a hold under which it was made has ended',
  params: oneOfChat,
  isFile: true,
  content: z.unknown(),
});

export const downloadExport = defineRoute({
  name: 'downloadExport',
  method: 'GET',
  path: '/files/exports/:exportId',
  access: 'session',
  summary:
    'The bytes of a ZIP, for who asked for it and may still have it; the cookie of sign-in is taken too',
  params: z.object(one),
  isFile: true,
  content: z.unknown(),
});

export interface ExportEvents {
  /** To who asked: the ZIP is ready, or could not be made. */
  'export:ready': (payload: { uuid: string; status: 'READY' | 'FAILED' }) => void;
}
