import { listOwnGroups } from '@chat/contract/groups';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { viewerOf } from '../../test/viewer.ts';
import { createLog } from '../config/log.ts';
import { createBoundedLog } from './bounded-log.ts';
import { createErrorHandler } from './error-handler.ts';
import type { FairShare } from './guards/fair-share.ts';
import { createRouter } from './route.ts';
import type { Viewer } from './viewer.ts';

test('who is shut out while their read waits for its turn is out', async () => {
  let viewer: Viewer | undefined = viewerOf();
  const find = async () => viewer;
  const authenticators = {
    finderOf: () => find,
    findByCookie: find,
    whyEnded: async () => undefined,
  };
  const share: FairShare = {
    enter() {},
    load: () => ({ waiting: 0, refused: 0 }),
    read(_, work) {
      viewer = undefined;
      return work();
    },
  };
  const http = Fastify();
  http.setErrorHandler(createErrorHandler(createBoundedLog(createLog('silent'))));
  const forms = { read: () => Promise.reject(new Error('There is no form')) };
  const bodyTimes = { unfinished: { admit() {} }, formMs: 0, jsonMs: 0 };
  const router = createRouter(http, authenticators, forms, share, bodyTimes);
  router.serve(listOwnGroups, () => []);
  const headers = { authorization: 'Bearer secreto' };
  expect((await http.inject({ url: '/api/groups/me', headers })).statusCode).toBe(401);
  await http.close();
});
