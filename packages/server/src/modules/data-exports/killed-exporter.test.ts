import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { createOwnExport, listOwnExports } from '@chat/contract/data-exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendText } from '../../../test/cast.ts';
import { expectSums, fetchExport, jsonIn } from '../../../test/exports.ts';
import { sentFile } from '../../../test/files.ts';
import { createInstallation, type Installation } from '../../../test/installation.ts';
import { administratorOf, launchServer } from '../../../test/own-process.ts';
import { at } from '../../../test/processes.ts';

const KILLS = 4;
/** Later with each kill, from before its work to its end. */
const STEP_MS = 60;
const MESSAGES = 60;
const patiently = { timeout: 300_000 };

let place: Installation;
beforeAll(async () => {
  place = await createInstallation({ database: 'migrated' });
}, patiently.timeout);
afterAll(() => place.remove());

const launch = () => launchServer({ dataDir: place.dataDir, settings: place.settings });
const filesIn = async (folder: string) => {
  const entries = await readdir(join(place.dataDir, folder), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

test(
  'a process that is killed leaves its work to the next one, and no file of its own',
  patiently,
  async () => {
    const first = launch();
    const elena = await administratorOf(first);
    const chatId = (await elena.call(getPersonalChat, {})).content.uuid;
    for (let n = 0; n < MESSAGES; n++) await sendText(elena, chatId, `Nota ${n}`, `r-${n}`);
    const file = await sentFile(elena, chatId, { bytes: Buffer.alloc(4 * 2 ** 20, 'x') });
    const asked = await elena.call(createOwnExport, {});
    expect(asked.status).toBe(201);
    await first.stop('SIGKILL');
    await place.forgetKilled();
    for (let n = 1; n < KILLS; n++) {
      const server = launch();
      required(await server.url, 'url');
      await pause(STEP_MS * n);
      await server.stop('SIGKILL');
      await place.forgetKilled();
    }
    const last = launch();
    const person = at({ url: required(await last.url, 'url') }, elena);
    const jobs = async () => (await person.call(listOwnExports, {})).content;
    await expect.poll(jobs).toMatchObject([{ uuid: asked.content.uuid, status: 'READY' }]);
    const zip = await fetchExport(person, asked.content);
    expectSums(zip);
    expect(jsonIn(zip, 'mensajes')).toHaveLength(MESSAGES + 1);
    const kept = await filesIn('files');
    expect(kept).toHaveLength(2);
    expect(kept).toContain(required(file.mediaUrl?.split('/').at(-1), 'file'));
    await last.stop();
  },
);
