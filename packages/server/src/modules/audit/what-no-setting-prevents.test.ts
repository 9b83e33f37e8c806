import { listAuditEvents } from '@chat/contract/audit';
import { getPersonalChat } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { approveDevice, listDevices } from '@chat/contract/devices';
import { listMessages } from '@chat/contract/messages';
import { setUserPassword } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { createGroupOf, groupChatOf, registerUser, sendText } from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';

// Administrators can do each of these whatever the settings, and it is seen, as docs/cumplimiento.md says.

let app: TestApp;
let ana: Client;
beforeAll(async () => {
  app = await startApp({ deviceApproval: 'users', supervision: 'off' });
  const email = await registerUser(app, 'ana');
  ana = await enter(email);
});
afterAll(() => app.close());

/** The entries since then, the oldest first; the first try with a device that has to wait is another. */
async function entriesSince(id: number): Promise<(string | null)[][]> {
  const { content } = await app.elena.call(listAuditEvents, { query: { size: '200' } });
  const newer = content
    .filter((entry) => entry.id > id && entry.action !== 'SIGN_IN_FAILED')
    .reverse();
  return newer.map(({ action, targetEmail, groupName }) => [action, targetEmail, groupName]);
}
const lastEntry = async () =>
  firstOf((await app.elena.call(listAuditEvents, { query: { size: '1' } })).content).id;

async function enter(email: string, password?: string): Promise<Client> {
  const device = app.client();
  await device.login(email, password);
  const [waiting] = (await app.elena.call(listDevices, { query: { search: email } })).content;
  await app.elena.call(approveDevice, { params: { deviceId: waiting?.uuid ?? '' } });
  return device.signIn(email, password);
}

test('a person whom an administrator registers, adds to a group and signs in as reads all of it, and leaves four entries', async () => {
  const group = await createGroupOf(app, 'Obra', [ana]);
  const chatId = await groupChatOf(ana, group);
  await sendText(ana, chatId, 'de antes');
  const before = await lastEntry();
  const ines = await registerUser(app, 'ines', { groupUuids: [group.uuid] });
  const device = await enter(ines);
  const read = (await device.call(listMessages, { params: { chatId } })).content;
  expect(read.map(({ content }) => content)).toEqual(['de antes']);
  const entries = await entriesSince(before);
  expect(entries).toContainEqual(['PARTICIPANT_ADDED', ines, 'GENERAL']);
  expect(entries.filter(([, , group]) => group !== 'GENERAL')).toEqual([
    ['USER_CREATED', ines, null],
    ['PARTICIPANT_ADDED', ines, 'Obra'],
    ['DEVICE_APPROVED', ines, null],
    ['SIGN_IN', ines, null],
  ]);
});

test('an administrator who resets a password signs in as its person, who is told and whose entries say so', async () => {
  const before = await lastEntry();
  const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
  await sendText(ana, chatId, 'solo para mí');
  const password = 'otra-clave-456';
  const body = { password, currentPassword: PASSWORD };
  await app.elena.call(setUserPassword, { params: { userId: ana.uuid }, body });
  const device = await enter(ana.email, password);
  const read = (await device.call(listMessages, { params: { chatId } })).content;
  expect(read.map(({ content }) => content)).toEqual(['solo para mí']);
  const { passwordReset } = (await ana.login(ana.email, password)).content;
  expect(passwordReset).toMatchObject({ by: app.elena.email });
  expect(await entriesSince(before)).toEqual(
    ['PASSWORD_SET', 'DEVICE_APPROVED', 'SIGN_IN', 'SIGN_IN'].map((action) => [
      action,
      ana.email,
      null,
    ]),
  );
});
