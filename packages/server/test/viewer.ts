import type { Viewer } from '../src/http/viewer.ts';

/** Somebody who may come in, for parts that run without sessions. */
export const viewerOf = (sessionId = 1): Viewer => ({
  id: 1,
  uuid: crypto.randomUUID(),
  email: 'ana@empresa.local',
  isAdmin: false,
  role: 'USER',
  requirements: {},
  noticeVersion: null,
  isSupervisor: false,
  supervision: 'off',
  required: undefined,
  sessionId,
  address: '127.0.0.1',
});
