import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { goOnTo, older, upTo } from '../../test/older-data.ts';
import { backup, restore } from '../commands/backup.ts';

const patiently = { timeout: 120_000 };

describe('an installation of an older version', () => {
  let place: Installation;
  let target: Installation;

  beforeAll(async () => {
    place = await createInstallation({ database: 'bare' });
    target = await createInstallation();
    await place.onDatabase(async (client) => {
      await client.query('begin');
      for (const { name } of upTo('0003-create-chats.sql')) await goOnTo(client, name);
      await client.query('commit');
    });
  });

  afterAll(async () => {
    await place.remove();
    await target.remove();
  });

  async function expectAnaReads(installation: Installation): Promise<void> {
    const app = await installation.start();
    const ana = await app.signIn(older.ana.email);
    const { content } = await ana.call(listMessages, { params: { chatId: older.chat } });
    expect(content).toMatchObject([{ seq: 1, ...older.message }]);
    await app.close();
  }

  test('is backed up as it is, and restored as of this version', patiently, async () => {
    const file = `${place.dataDir}/antes.tar`;
    expect(await place.run(backup, '--to', file)).toMatchObject({ code: 0 });
    expect(await target.run(restore, file)).toMatchObject({ code: 0 });
    await expectAnaReads(target);
  });

  test('opens when this version starts on it', patiently, async () => {
    await expectAnaReads(place);
  });

  test('of a newer one does not start, and says so in one line', patiently, async () => {
    await place.onDatabase(async (client) => {
      await client.query(
        "insert into schema_migrations (name, checksum) values ('9999-later.sql', 'abc')",
      );
    });
    await expect(place.start()).rejects.toThrow(
      /^Los datos son de una versión más nueva \(9999-later\.sql\) que este programa \(.+\); actualiza el programa\.$/,
    );
  });
});
