import { firstOf } from '@chat/contract/checks';
import { removeGroupParticipant } from '@chat/contract/groups';
import { sendMessage } from '@chat/contract/messages.routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, createGroupOf, gatherCast, groupChatOf } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { edit } from '../../../../test/edits.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

describe('mentions', () => {
  const mentioning = async (...users: Client[]) => {
    const body = {
      type: 'TEXT' as const,
      content: 'Aviso',
      mentionedUserIds: users.map((one) => one.uuid),
    };
    const params = { chatId: cast.ventasChat };
    return firstOf((await cast.ana.call(sendMessage, { params, body })).content).uuid;
  };
  const emails = (mentions: { email: string }[]) => mentions.map(({ email }) => email);

  test('stay without a list, go with an empty one', async () => {
    const uuid = await mentioning(cast.bruno);
    const kept = await edit(cast.ana, uuid, 'Aviso a Bruno');
    expect(emails(kept.content.mentions)).toEqual(['bruno@empresa.local']);
    expect((await edit(cast.ana, uuid, 'Aviso a Bruno', [])).content.mentions).toEqual([]);
  });

  test('that are new are named, members alone', async () => {
    const bruno = await cast.bruno.connect();
    const uuid = await mentioning(cast.bruno);
    const named = [cast.bruno.uuid, cast.carla.uuid, cast.diego.uuid, NOBODY];
    const { content } = await edit(cast.ana, uuid, 'Aviso', named);
    expect(emails(content.mentions)).toEqual(['bruno@empresa.local', 'carla@empresa.local']);
    const event = await bruno.waitFor('message:edited', (one) => one.uuid === uuid);
    expect(event.newMentions).toEqual([cast.carla.uuid]);
    bruno.close();
  });

  test('of somebody who left meanwhile stay when they are named again', async () => {
    const group = await createGroupOf(app, 'Idas', [cast.ana, cast.bruno]);
    const chatId = await groupChatOf(cast.ana, group);
    const body = { type: 'TEXT' as const, content: 'Uno', mentionedUserIds: [cast.bruno.uuid] };
    const sent = await cast.ana.call(sendMessage, { params: { chatId }, body });
    const params = { groupId: group.uuid, userId: cast.bruno.uuid };
    await cast.elena.call(removeGroupParticipant, { params });
    const uuid = firstOf(sent.content).uuid;
    const { content } = await edit(cast.ana, uuid, 'Dos', [cast.bruno.uuid]);
    expect(emails(content.mentions)).toEqual(['bruno@empresa.local']);
  });
});
