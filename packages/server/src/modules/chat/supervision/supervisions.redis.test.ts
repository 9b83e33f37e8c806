import { closeSupervision, openSupervision } from '@chat/contract/chats';
import { addGroupParticipants } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { updateUser } from '@chat/contract/users';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Cast,
  directChatOf,
  gatherCast,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { edit } from '../../../../test/edits.ts';
import { at, type Processes, startProcesses } from '../../../../test/processes.ts';

let processes: Processes;
let fina: Client;
let chatId: string;
let ana: Client;
let cast: Cast;
beforeAll(async () => {
  processes = await startProcesses({ supervision: 'reason' });
  cast = await gatherCast(processes.one);
  ana = cast.ana;
  fina = await registerPerson(processes.one, 'fina', { role: 'ADMIN' });
  chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  await sendText(ana, chatId, 'Secreto');
});
afterAll(() => processes.close());

const ends: Record<string, () => Promise<unknown>> = {
  'the reason is closed': () => fina.call(closeSupervision, { params: { chatId } }),
  'the right is taken': () =>
    processes.one.elena.call(updateUser, {
      params: { userId: fina.uuid },
      body: {
        firstName: 'Fina',
        lastName: 'Prueba',
        email: fina.email,
        supervisor: false,
        currentPassword: PASSWORD,
      },
    }),
};

test.each(Object.entries(ends))(
  'where one process is told that %s, a watch at the other ends at once',
  async (_, end) => {
    const there = at(processes.other, fina);
    const reads = async () => (await there.call(listMessages, { params: { chatId } })).status;
    await fina.call(openSupervision, { params: { chatId }, body: { reason: 'Queja formal' } });
    expect(await reads()).toBe(200);
    const live = await there.connect();
    expect(await live.emit('watch', { chatId })).toEqual({ ok: true });
    await end();
    expect(await live.waitFor('supervision:ended')).toEqual({ chatId });
    expect(await reads()).toBe(403);
    await sendText(ana, chatId, 'Después');
    await live.fence();
    expect(live.all('message')).toEqual([]);
    live.close();
  },
);

test('who joins at one process hears nothing of before at the other', async () => {
  const { bruno, ventas, ventasChat } = cast;
  const [before] = (await sendText(ana, ventasChat, 'Palabra secreta')).content;
  const messageId = String(before?.uuid);
  const live = await at(processes.other, fina).connect();
  const body = { userIds: [fina.uuid] };
  await fina.call(addGroupParticipants, { params: { groupId: ventas.uuid }, body });
  await edit(ana, messageId, 'Otra palabra secreta');
  await bruno.call(replyToMessage, {
    params: { messageId },
    body: { type: 'TEXT', content: 'Respuesta' },
  });
  const [after] = (await sendText(ana, ventasChat, 'De ahora')).content;
  await edit(ana, String(after?.uuid), 'De ahora mismo');
  const edited = await live.waitFor('message:edited');
  expect(edited.content).toBe('De ahora mismo');
  const [answer] = live.all('message');
  expect([answer?.content, answer?.replyToMessageContent]).toEqual([
    'Respuesta',
    'Mensaje no disponible',
  ]);
  live.close();
});
