import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendText } from '../../../test/cast.ts';
import { createInstallation, type Installation } from '../../../test/installation.ts';
import { administratorOf, launchServer } from '../../../test/own-process.ts';

const patiently = { timeout: 120_000 };

let place: Installation;
beforeAll(async () => {
  place = await createInstallation({ database: 'migrated' });
}, patiently.timeout);
afterAll(() => place.remove());

const launch = () => launchServer({ dataDir: place.dataDir, settings: place.settings });

/** Sends until the server is killed while the indexer works; returns the number of answered sends. */
async function sendAndKill(): Promise<number> {
  const server = launch();
  const elena = await administratorOf(server);
  const chatId = (await elena.call(getPersonalChat, {})).content.uuid;
  let answered = 0;
  const sendOn = async () => {
    for (;;) {
      const { status } = await sendText(elena, chatId, 'palabras que buscar', crypto.randomUUID());
      if (status === 201) answered++;
      if (answered === 250) void server.stop('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 8 }, sendOn));
  await server.ended;
  await place.forgetKilled();
  return answered;
}

async function untilAllIsRead(url: string): Promise<void> {
  const waiting = async () => {
    const figures = await (await fetch(`${url}/api/metrics`)).text();
    return [...figures.matchAll(/^chat_search_waiting_messages\{kind="\w+"\} (\d+)$/gm)].map(
      ([, count]) => Number(count),
    );
  };
  await expect.poll(waiting).toEqual([0, 0]);
}

test(
  'killed in the midst of indexing, every message is in the index once after the next start',
  patiently,
  async () => {
    const answered = await sendAndKill();
    expect(answered).toBeGreaterThanOrEqual(250);
    const server = launch();
    await untilAllIsRead(required(await server.url, 'url'));
    await server.stop();
    await place.onDatabase(async (client) => {
      const { rows } = await client.query(`
      select count(*)::int as messages, count(s.message_id)::int as indexed,
        count(*) filter (where s.words = ' palabras que buscar ')::int as right
      from messages m left join search_messages s on s.message_id = m.id`);
      const [{ messages }] = rows;
      expect(messages).toBeGreaterThanOrEqual(answered);
      expect(rows).toEqual([{ messages, indexed: messages, right: messages }]);
    });
  },
);
