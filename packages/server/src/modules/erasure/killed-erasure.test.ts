import { setTimeout as pause } from 'node:timers/promises';
import { required } from '@chat/contract/checks';
import { createGroup } from '@chat/contract/groups';
import { eraseUser } from '@chat/contract/holds';
import { deleteUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupChatOf, personForm, sendText } from '../../../test/cast.ts';
import { Client } from '../../../test/client.ts';
import { createInstallation, type Installation } from '../../../test/installation.ts';
import { administratorOf, launchServer, type OwnServer } from '../../../test/own-process.ts';

const MESSAGES = 6_000;
const KILLS = 3;
/** Later with each kill. */
const STEP_MS = 150;
const patiently = { timeout: 300_000 };

let place: Installation;
beforeAll(async () => {
  place = await createInstallation({ database: 'migrated' });
}, patiently.timeout);
afterAll(() => place.remove());

const launch = () => launchServer({ dataDir: place.dataDir, settings: place.settings });

async function kill(server: OwnServer): Promise<void> {
  await server.stop('SIGKILL');
  await place.forgetKilled();
}

interface Left {
  texts: number;
  named: number;
  erasures: number;
  erased: number;
}

/** Counts what is left of the person, while no server runs. */
async function leftOf(word: string): Promise<Left> {
  let left: Left | undefined;
  await place.onDatabase(async (client) => {
    const { rows } = await client.query<Left>(
      `select (select count(*)::int from messages where content like $1) as texts,
         (select count(*)::int from users where email like $1) as named,
         (select count(*)::int from erasures) as erasures,
         (select count(*)::int from audit_events where action = 'USER_ERASED') as erased`,
      [`%${word}%`],
    );
    left = rows[0];
  });
  return required(left, 'counts');
}

/** Ana, and Zoraida with many messages in a group of theirs; no server runs. */
async function fillInstallation(): Promise<{
  ana: string;
  zoraida: { uuid: string; email: string };
}> {
  const first = launch();
  const elena = await administratorOf(first);
  const signIn = (email: string) => new Client(elena.url).signIn(email);
  const register = async (name: string) => {
    const email = `${name}@empresa.local`;
    await elena.request('POST', '/users', personForm(email));
    return signIn(email);
  };
  const [ana, zoraida] = [await register('ana'), await register('zoraida')];
  const body = { name: 'Ventas', userUuids: [ana.uuid, zoraida.uuid] };
  const group = (await elena.call(createGroup, { body })).content;
  const chatId = await groupChatOf(ana, group);
  await sendText(zoraida, chatId, 'zoraida 1');
  await sendText(ana, chatId, 'de Ana');
  await first.stop();
  await place.onDatabase(async (client) => {
    await client.query(
      `insert into messages (chat_id, seq, uuid, sender_id, type, content)
       select c.id, c.last_seq + n, gen_random_uuid(), u.id, 'TEXT', 'zoraida ' || n
       from chats c, users u, generate_series(1, $2::int) as n
       where c.uuid = $1 and u.email like 'zoraida@%'`,
      [chatId, MESSAGES],
    );
    await client.query('update chats set last_seq = last_seq + $2 where uuid = $1', [
      chatId,
      MESSAGES,
    ]);
  });
  return { ana: ana.email, zoraida: { uuid: zoraida.uuid, email: zoraida.email } };
}

test(
  'an erasure whose server is killed in its midst goes on at each next start, until nothing is left',
  patiently,
  async () => {
    const { ana, zoraida } = await fillInstallation();
    const server = launch();
    const again = await administratorOf(server);
    const params = { userId: zoraida.uuid };
    expect((await again.call(deleteUser, { params })).status).toBe(200);
    const watcher = await new Client(again.url).signIn(ana);
    const live = await watcher.connect();
    const erasing = again.call(eraseUser, {
      params,
      body: { email: zoraida.email, messages: true },
    });
    const failed = expect(erasing).rejects.toThrow();
    await live.waitFor('message:deleted');
    await kill(server);
    await failed;
    live.close();
    const left = await leftOf('zoraida');
    expect(left).toMatchObject({ named: 1, erasures: 1, erased: 0 });
    expect(left.texts).toBeGreaterThan(0);
    expect(left.texts).toBeLessThan(MESSAGES);

    for (let n = 1; n < KILLS; n++) {
      const next = launch();
      required(await next.url, 'url');
      await pause(STEP_MS * n);
      await kill(next);
    }
    const last = launch();
    const by = await administratorOf(last);
    const status = async () =>
      (await by.call(eraseUser, { params, body: { email: zoraida.email, messages: true } })).status;
    // Asked for again meanwhile it is the same erasure.
    await expect.poll(status, { timeout: 120_000 }).toBe(404);
    await last.stop();
    expect(await leftOf('zoraida')).toEqual({ texts: 0, named: 0, erasures: 0, erased: 1 });
  },
);
