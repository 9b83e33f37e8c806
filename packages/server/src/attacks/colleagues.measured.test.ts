import { setTimeout as pause } from 'node:timers/promises';
import { listGroupChats } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { afterAll, beforeAll, test } from 'vitest';
import { fillGeneral } from '../../test/colleague/fill-general.ts';
import type { Flood } from '../../test/colleague/run.ts';
import { expectOthersServed, type Stage, setStage } from '../../test/others/others-served.ts';
import { launchModule } from '../../test/own-process.ts';

const PEOPLE = 2_000;
const FLOOD_MS = 5_000;

let stage: Stage;
let groupId: string;

beforeAll(async () => {
  stage = await setStage({}, (db) => fillGeneral(db, PEOPLE));
  const { content } = await stage.ana.call(listOwnGroups, {});
  groupId = required(
    content.find(({ name }) => name === 'GENERAL'),
    'such one',
  ).uuid;
  // At the first calls of a server no statement is prepared yet.
  for (let n = 0; n < 10; n++) await stage.bruno.call(listGroupChats, { params: { groupId } });
}, 120_000);
afterAll(() => stage.server.stop());

/** Others are served while a colleague, in a process apart, floods the server without a pause. */
async function expectServedDuring(what: Pick<Flood, 'typing' | 'lists' | 'polls'>): Promise<void> {
  const { server, ana } = stage;
  const job: Flood = {
    url: server.url,
    token: required(ana.token, 'token'),
    userId: ana.uuid,
    ...what,
  };
  const module = new URL('../../test/colleague/run.ts', import.meta.url);
  const colleague = launchModule(module, [JSON.stringify(job)]);
  try {
    await colleague.waitFor(/begun/);
    await expectOthersServed(stage, () => pause(FLOOD_MS));
  } finally {
    await colleague.stop();
  }
}

test(
  'while a colleague types on six sockets and reads sixty lists of 2,000 people, others send as before',
  () =>
    expectServedDuring({
      typing: { sockets: 6, each: 900, chatId: stage.chatId },
      lists: { atOnce: 60, groupId },
    }),
  60_000,
);

test(
  'while a colleague polls with thousands of signals in a body, others send as before',
  () => expectServedDuring({ polls: { connections: 6, each: 10_000 } }),
  60_000,
);
