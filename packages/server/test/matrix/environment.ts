import { randomUUID } from 'node:crypto';
import { getPersonalChat } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { listDevices } from '@chat/contract/devices';
import { deleteGroup, type Group } from '@chat/contract/groups';
import { holdChat } from '@chat/contract/holds';
import type { TestApp } from '../build-app.ts';
import {
  createGroupOf,
  createVentas,
  directChatOf,
  groupChatOf,
  makeManager,
  personForm,
  registerPerson,
  sendText,
} from '../cast.ts';
import { Client } from '../client.ts';
import { eachOf } from '../each-of.ts';
import { sentFile } from '../files.ts';

/** People with different rights, and the objects of their calls: all objects belong to Ventas, to Ana or to Bruno. */
export interface Environment {
  app: TestApp;
  people: Record<Person, Client>;
  /** Tokens that are no longer valid, each of a former participant of Ventas. */
  dead: Record<Dead, Client>;
  ventas: Group;
  /** A participant of Ventas who is the caller of no row. */
  dora: Client;
  groupChat: string;
  /** Ana's and Bruno's direct chat. */
  directChat: string;
  /** Ana's personal chat. */
  personalChat: string;
  /** The chat of a group that is deleted, which a hold keeps. */
  heldChat: string;
  /** A message of Bruno in each chat; in the personal chat a message of Ana. */
  inGroup: string;
  inDirect: string;
  inPersonal: string;
}

/** The callers in the order of the table's columns. */
export const people = [
  'outsider',
  'member',
  'colleague',
  'manager',
  'otherManager',
  'admin',
] as const;
export type Person = (typeof people)[number];

export const dead = ['anonymous', 'blocked', 'rejectedDevice', 'endedSession'] as const;
export type Dead = (typeof dead)[number];

let names = 0;
export const freshName = (word: string) => `${word} ${++names}`;

async function leaveBehind(app: TestApp, ventas: Group): Promise<Record<Dead, Client>> {
  const [blocked, rejectedDevice, endedSession] = await eachOf(['iker', 'julia', 'karim'], (name) =>
    registerPerson(app, name),
  );
  const userIds = [blocked, rejectedDevice, endedSession].map(({ uuid }) => uuid);
  await app.elena.request('POST', `/groups/${ventas.uuid}/users`, { userIds });
  await app.elena.request('POST', `/users/${blocked.uuid}/block`);
  const devices = await app.elena.call(listDevices, { query: { search: rejectedDevice.email } });
  const [device] = devices.content;
  await app.elena.request('DELETE', `/admin/devices/${device?.uuid}/reject`);
  await endedSession.request('POST', '/auth/logout');
  return { anonymous: new Client(app.url), blocked, rejectedDevice, endedSession };
}

async function makeHeldChat(app: TestApp, member: Client): Promise<string> {
  const group = await createGroupOf(app, 'Disuelto', [member]);
  const chatId = await groupChatOf(member, group);
  await app.elena.call(deleteGroup, { params: { groupId: group.uuid } });
  const body = { hold: true as const, reason: 'Requerimiento del juzgado' };
  await app.elena.call(holdChat, { params: { chatId }, body });
  return chatId;
}

export async function createEnvironment(app: TestApp): Promise<Environment> {
  const [ana, bruno, carla, diego, dora, marta, luis] = await eachOf(
    ['ana', 'bruno', 'carla', 'diego', 'dora', 'marta', 'luis'],
    (name) => registerPerson(app, name),
  );
  const ventas = await createVentas(app, [ana, bruno, carla, dora]);
  const almacen = await createGroupOf(app, 'Almacén', [diego]);
  await makeManager(app, marta, ventas);
  await makeManager(app, luis, almacen);
  const groupChat = await groupChatOf(ana, ventas);
  const directChat = await directChatOf(ana, bruno, ventas);
  const personal = await ana.call(getPersonalChat, {});
  const personalChat = personal.content.uuid;
  const send = async (sender: Client, chatId: string) =>
    firstOf((await sendText(sender, chatId, 'Hola')).content).uuid;
  return {
    app,
    people: {
      outsider: diego,
      member: ana,
      colleague: carla,
      manager: marta,
      otherManager: luis,
      admin: app.elena,
    },
    dead: await leaveBehind(app, ventas),
    ventas,
    dora,
    groupChat,
    directChat,
    personalChat,
    heldChat: await makeHeldChat(app, ana),
    inGroup: await send(bruno, groupChat),
    inDirect: await send(bruno, directChat),
    inPersonal: await send(ana, personalChat),
  };
}

/** Makes a user whom one call may change or remove. */
export async function makeUser({ app }: Environment): Promise<string> {
  const email = `persona-${randomUUID()}@empresa.local`;
  const reply = await app.elena.request<{ uuid: string }>('POST', '/users', personForm(email));
  return reply.content.uuid;
}

export async function makeProject({ app }: Environment): Promise<string> {
  const body = { name: freshName('Proyecto') };
  return (await app.elena.request<{ uuid: string }>('POST', '/projects', body)).content.uuid;
}

export async function makeOffice(
  environment: Environment,
): Promise<{ uuid: string; projectId: string }> {
  const projectId = await makeProject(environment);
  const body = { name: freshName('Oficina'), projectId };
  const reply = await environment.app.elena.request<{ uuid: string }>('POST', '/offices', body);
  return { uuid: reply.content.uuid, projectId };
}

export async function makeDevice(environment: Environment): Promise<string> {
  const userId = await makeUser(environment);
  const { content } = await environment.app.elena.call(listDevices, {});
  const all = await environment.app.elena.request<{ uuid: string; email: string }[]>(
    'GET',
    '/users',
  );
  const email = all.content.find(({ uuid }) => uuid === userId)?.email ?? '';
  await new Client(environment.app.url).login(email);
  const after = await environment.app.elena.call(listDevices, {});
  const known = new Set(content.map(({ uuid }) => uuid));
  return after.content.find(({ uuid }) => !known.has(uuid))?.uuid ?? '';
}

export async function makeMessage(environment: Environment, chatId: string): Promise<string> {
  const sent = await sendText(environment.people.member, chatId, 'Para borrar');
  return firstOf(sent.content).uuid;
}

export async function makeFile(environment: Environment, chatId: string): Promise<string> {
  // The file has JSON in it because the client of these tests parses every answer as JSON.
  const { mediaUrl } = await sentFile(environment.people.member, chatId, { bytes: '{}' });
  return required(mediaUrl?.split('/').at(-1), 'file id');
}

export const aUser = async (environment: Environment) => ({
  params: { userId: await makeUser(environment) },
});
