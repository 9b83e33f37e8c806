import { getDirectChat, listGroupChats } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { assignPermissions, createGroup, type Group } from '@chat/contract/groups';
import { createOffice, createProject } from '@chat/contract/offices';
import { listUsers, type User } from '@chat/contract/users';
import { sendMessage } from '@chat/contract/writing';
import type { TestApp } from './build-app.ts';
import { type Client, PASSWORD } from './client.ts';
import { eachOf } from './each-of.ts';

export interface Cast {
  ana: Client;
  bruno: Client;
  carla: Client;
  /** The outsider: signed in, but no participant of `ventas`. */
  diego: Client;
  elena: Client;
  /** Ana, Bruno and Carla chat here. */
  ventas: Group;
  /** The uuid of its group chat. */
  ventasChat: string;
}

/** The body that registers a user. */
export const personForm = (email: string, more: object = {}) => ({
  firstName: 'Nombre',
  lastName: 'Prueba',
  email,
  password: PASSWORD,
  ...more,
});

/** Registers a user who does not sign in; returns the e-mail. */
export async function registerUser(app: TestApp, name: string, more: object = {}): Promise<string> {
  const email = `${name}@empresa.local`;
  const body = personForm(email, { firstName: name, currentPassword: PASSWORD, ...more });
  const reply = await app.elena.request('POST', '/users', body);
  if (reply.status !== 201) throw new Error(`${name} was not registered: ${reply.message}`);
  return email;
}

/** Registers a user who signs in. */
export async function registerPerson(app: TestApp, name: string, more?: object): Promise<Client> {
  return app.signIn(await registerUser(app, name, more));
}

export async function makeManager(app: TestApp, person: Client, ...groups: Group[]): Promise<void> {
  const body = { groupIds: groups.map(({ uuid }) => uuid) };
  await app.elena.call(assignPermissions, { params: { userId: person.uuid }, body });
}

/** A manager of the groups who is no participant of them. */
export async function registerManager(
  app: TestApp,
  name: string,
  ...groups: Group[]
): Promise<Client> {
  const person = await registerPerson(app, name);
  await makeManager(app, person, ...groups);
  return person;
}

/** A group without office. */
export async function createGroupOf(app: TestApp, name: string, people: Client[]): Promise<Group> {
  const userUuids = people.map((person) => person.uuid);
  return (await app.elena.call(createGroup, { body: { name, userUuids } })).content;
}

export async function createVentas(app: TestApp, people: Client[]): Promise<Group> {
  const project = await app.elena.call(createProject, { body: { name: 'Proyecto Norte' } });
  const projectId = project.content.uuid;
  const office = await app.elena.call(createOffice, { body: { name: 'Madrid', projectId } });
  const userUuids = people.map((person) => person.uuid);
  const body = { name: 'Ventas', userUuids, projectId, officeId: office.content.uuid };
  return (await app.elena.call(createGroup, { body })).content;
}

/** Ana, Bruno and Carla in a group; Diego the outsider; Elena the administrator. All signed in. */
export async function gatherCast(app: TestApp): Promise<Cast> {
  const names = ['ana', 'bruno', 'carla', 'diego'] as const;
  const [ana, bruno, carla, diego] = await eachOf(names, (name) => registerPerson(app, name));
  const ventas = await createVentas(app, [ana, bruno, carla]);
  const ventasChat = await groupChatOf(ana, ventas);
  return { ana, bruno, carla, diego, elena: app.elena, ventas, ventasChat };
}

export async function groupChatOf(participant: Client, group: Group): Promise<string> {
  const list = await participant.call(listGroupChats, { params: { groupId: group.uuid } });
  return required(firstOf(list.content).chatUuid, 'group chat');
}

export async function directChatOf(one: Client, other: Client, group: Group): Promise<string> {
  const params = { userId: other.uuid, groupId: group.uuid };
  return (await one.call(getDirectChat, { params })).content.uuid;
}

let references = 0;

export function sendText(sender: Client, chatId: string, content: string, referenceId?: string) {
  references++;
  const body = {
    type: 'TEXT' as const,
    content,
    referenceId: referenceId ?? `reference-${references}`,
  };
  return sender.call(sendMessage, { params: { chatId }, body });
}

/** All users, as an administrator reads them. */
export async function usersOf(elena: Client): Promise<User[]> {
  const { content } = await elena.call(listUsers, {});
  return content.map((user) => {
    if (!('role' in user)) throw new Error(`${elena.email} reads no more than names`);
    return user;
  });
}
