import { setTimeout as pause } from 'node:timers/promises';
import { required } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages.routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Flood } from '../../test/colleague/run.ts';
import { expectOthersServed, type Stage, setStage } from '../../test/others/others-served.ts';
import { launchModule } from '../../test/own-process.ts';

const RATE = 600;
const FLOOD_MS = 10_000;
/** The rate holds for those who are to be served, too, in all rounds of a minute. */
const SEND_EVERY_MS = 100;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ SEND_RATE: `${RATE}`, DAILY_MB: '200' });
}, 120_000);
afterAll(() => stage.server.stop());

/** The number of messages in the chat so far. */
async function lastSeq(): Promise<number> {
  const { bruno, chatId } = stage;
  const { content } = await bruno.call(listMessages, { params: { chatId } });
  return content.at(-1)?.seq ?? 0;
}

test('while one person sends, edits and uploads without a pause, others send as before, and no more is stored than may be', async () => {
  const { server, ana, chatId } = stage;
  const job: Flood = {
    url: server.url,
    token: required(ana.token, 'token'),
    userId: ana.uuid,
    sends: { atOnce: 40, chatId, fileSize: 2 ** 20 },
  };
  const module = new URL('../../test/colleague/run.ts', import.meta.url);
  const before = await lastSeq();
  const since = performance.now();
  const colleague = launchModule(module, [JSON.stringify(job)]);
  try {
    await colleague.waitFor(/begun/);
    await expectOthersServed(stage, () => pause(FLOOD_MS), SEND_EVERY_MS);
  } finally {
    await colleague.stop();
  }
  const minutes = 1 + Math.floor((performance.now() - since) / 60_000);
  const others = (performance.now() - since) / SEND_EVERY_MS + 1;
  const stored = (await lastSeq()) - before;
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThanOrEqual(minutes * RATE + others);
}, 90_000);
