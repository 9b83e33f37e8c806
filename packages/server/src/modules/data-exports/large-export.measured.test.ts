import { createOwnExport, listOwnExports } from '@chat/contract/data-exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendText } from '../../../test/cast.ts';
import { sendFile } from '../../../test/files.ts';
import { expectOthersServed, type Stage, setStage } from '../../../test/others/others-served.ts';

const MESSAGES = 4_000;
const AT_ONCE = 20;
const FILES = 20;
const FILE_BYTES = 15 * 2 ** 20;
/** Above the memory at rest. */
const MAX_MB = 100;
const SAMPLE_MS = 50;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
  const { ana, chatId } = stage;
  const text = 'presupuesto '.repeat(40);
  for (let n = 0; n < MESSAGES; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendText(ana, chatId, text)));
  }
  for (let n = 0; n < FILES; n++) {
    const { status } = await sendFile(ana, chatId, { bytes: Buffer.alloc(FILE_BYTES, `${n} `) });
    expect(status).toBe(201);
  }
}, 300_000);
afterAll(() => stage.server.stop());

test('while a large ZIP is made others send as before, within 100 MB of rest', async () => {
  const { ana, server } = stage;
  const rest = server.memory();
  let most = rest;
  const sampling = setInterval(() => {
    most = Math.max(most, server.memory());
  }, SAMPLE_MS);
  await expectOthersServed(stage, async () => {
    const { uuid } = (await ana.call(createOwnExport, {})).content;
    const newest = async () => (await ana.call(listOwnExports, {})).content[0];
    await expect
      .poll(newest, { timeout: 120_000, interval: 500 })
      .toMatchObject({ uuid, status: 'READY' });
  });
  clearInterval(sampling);
  const [made] = (await ana.call(listOwnExports, {})).content;
  expect(made?.size).toBeGreaterThan(FILES * FILE_BYTES);
  expect(most - rest).toBeLessThan(MAX_MB);
}, 300_000);
