import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteGroup } from '@chat/contract/groups';
import { eraseGroup, eraseUser } from '@chat/contract/holds';
import { listMessages } from '@chat/contract/messages';
import { deleteUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEvents } from '../../test/audit-events.ts';
import type { TestApp } from '../../test/build-app.ts';
import { createGroupOf, gatherCast, groupChatOf, sendText } from '../../test/cast.ts';
import { filesWith, gatherErasable, tablesWith } from '../../test/erasable.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { backup, restore } from './backup.ts';

/** The timeout of tests that make databases: the embedded engine needs some seconds. */
const patiently = { timeout: 180_000 };

let folder: string;
let place: Installation;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-erasures-'));
  place = await createInstallation({ database: 'migrated' });
  app = await place.start();
}, patiently.timeout);
afterAll(async () => {
  await app.close();
  await place.remove();
  await rm(folder, { recursive: true });
});

test(
  'a restored backup of before an erasure is erased again at the start: the person, and the content of a group',
  patiently,
  async () => {
    const cast = await gatherCast(app);
    const { person, words, said, secret, chat } = await gatherErasable(app, cast, 1);
    const group = await createGroupOf(app, 'Efímero', [cast.ana, cast.bruno]);
    await sendText(cast.ana, await groupChatOf(cast.ana, group), 'albaricoques');
    const file = join(folder, 'before.tar');
    expect((await place.run(backup, '--to', file)).code).toBe(0);

    await app.elena.call(deleteUser, { params: { userId: person.uuid } });
    const body = { email: person.email, messages: true };
    await app.elena.call(eraseUser, { params: { userId: person.uuid }, body });
    const params = { groupId: group.uuid };
    await app.elena.call(deleteGroup, { params });
    await app.elena.call(eraseGroup, { params, body: { name: group.name } });
    await app.close();
    const restored = await place.run(restore, file, '--replace');
    expect(restored).toEqual({ code: 0, said: expect.stringContaining('Copia restaurada') });

    app = await place.start();
    const gone = [...words, said, secret, 'albaricoques', 'efímero'];
    const left = () => tablesWith(app.ctx.db, gone);
    await expect.poll(left).toEqual([]);
    // The bytes go after the last transaction.
    const stored = async () =>
      (await filesWith(place.dataDir, said)).concat(await filesWith(place.dataDir, secret));
    await expect.poll(stored).toEqual([]);
    const ana = await app.signIn(cast.ana.email);
    const shown = (await ana.call(listMessages, { params: { chatId: chat } })).content;
    expect(shown.map(({ content }) => content)).toEqual([
      'respuesta',
      'Hola @Usuario eliminado, ¿vienes? @Usuario eliminado.',
    ]);
    const acts = await auditEvents(app.elena, {});
    expect(acts.filter(({ action }) => /_ERASED$/.test(action))).toMatchObject([
      { action: 'GROUP_ERASED', actorId: null },
      { action: 'USER_ERASED', actorId: null, targetId: person.uuid },
    ]);
  },
);
