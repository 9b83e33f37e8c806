import { setTimeout as pause } from 'node:timers/promises';
import { listGroupChats } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { createGroup } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { listScheduled } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../../../test/installation.ts';
import { administratorOf, launchServer } from '../../../../test/own-process.ts';
import { at } from '../../../../test/processes.ts';
import { inMs, schedule } from '../../../../test/scheduled.ts';

const KILLS = 10;
/** Later with each kill, from before the message's time to after its commit. */
const STEP_MS = 40 / KILLS;
const patiently = { timeout: 300_000 };

let place: Installation;
beforeAll(async () => {
  place = await createInstallation({ database: 'migrated' });
}, patiently.timeout);
afterAll(() => place.remove());

const launch = () => launchServer({ dataDir: place.dataDir, settings: place.settings });
const contentsOf = (count: number) => Array.from({ length: count }, (_, n) => `Aviso ${n}`);

test(
  'killed at the very second again and again, each message is sent once',
  patiently,
  async () => {
    const first = launch();
    const elena = await administratorOf(first);
    const body = { name: 'Avisos', userUuids: [elena.uuid] };
    const groupId = (await elena.call(createGroup, { body })).content.uuid;
    const listed = await elena.call(listGroupChats, { params: { groupId } });
    const chatId = required(firstOf(listed.content).chatUuid, 'group chat');
    await first.stop();
    for (let n = 0; n < KILLS; n++) {
      const server = launch();
      const author = at({ url: required(await server.url, 'url') }, elena);
      // The first call of a process takes long.
      await author.call(listScheduled, {});
      const sendAt = inMs(2_000);
      const reply = await schedule(author, chatId, `Aviso ${n}`, {
        sendAt,
        referenceId: `ref-${n}`,
      });
      expect(reply.status).toBe(201);
      await pause(Date.parse(sendAt) - Date.now() + STEP_MS * n - 4);
      await server.stop('SIGKILL');
      await place.forgetKilled();
    }
    const last = launch();
    const author = at({ url: required(await last.url, 'url') }, elena);
    const waiting = async () => (await author.call(listScheduled, {})).content;
    await expect.poll(waiting).toEqual([]);
    const { content } = await author.call(listMessages, { params: { chatId } });
    expect(content.map((message) => message.content)).toEqual(contentsOf(KILLS));
    const again = await schedule(author, chatId, 'Aviso 0', {
      sendAt: inMs(1),
      referenceId: 'ref-0',
    });
    expect([again.status, again.content.messageId]).toEqual([200, content.at(0)?.uuid]);
    await last.stop();
  },
);
