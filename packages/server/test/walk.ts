import type { Message } from '@chat/contract/messages';
import type { Route } from '@chat/contract/route';
import { replyToMessage } from '@chat/contract/writing';
import { z } from 'zod';
import type { TestApp } from './build-app.ts';
import { type Cast, directChatOf, gatherCast } from './cast.ts';
import type { Client } from './client.ts';
import { edit } from './edits.ts';
import { exported, readZip } from './exports.ts';
import { picture, sentFile } from './files.ts';
import { inMs, schedule } from './scheduled.ts';
import { untilIndexed } from './search-index.ts';

/*
 * A walk over every route that is served, as an administrator against what others say. A route or a parameter that is
 * new here makes the walk fail until it knows how to call it.
 */

// Searched for, and not looked for in the answers: the audit may keep searched words.
export const WORD = 'xilofono';
export const SAID = 'Clave7781';
/** In Ana's personal chat, which nobody else ever reads. */
export const OWN = 'Clave9902';

export interface World {
  app: TestApp;
  cast: Cast;
  chatIds: string[];
  messages: Message[];
  scheduledId: string;
  exportIds: string[];
}

async function speak(app: TestApp, by: Client, chatId: string, said: string): Promise<Message[]> {
  const first = await sentFile(by, chatId, {
    type: 'IMAGE',
    bytes: await picture(),
    fileName: `${WORD} ${said}.png`,
    content: `${WORD} ${said} antes`,
  });
  await edit(by, first.uuid, `${WORD} ${said} después`);
  const second = await sentFile(by, chatId, {
    bytes: `${said} por dentro`,
    fileName: `${WORD} ${said}.txt`,
    content: `${WORD} ${said} otra vez`,
  });
  if (said === SAID) {
    await by.call(replyToMessage, {
      params: { messageId: first.uuid },
      body: { type: 'TEXT', content: `Vale, ${said}` },
    });
  }
  await untilIndexed(app.ctx.db);
  return [first, second];
}

export async function createWorld(app: TestApp): Promise<World> {
  const cast = await gatherCast(app);
  const { ana, bruno, ventas, ventasChat } = cast;
  const direct = await directChatOf(ana, bruno, ventas);
  const personal = (await ana.request<{ uuid: string }>('POST', '/chats/me')).content.uuid;
  const messages = [
    ...(await speak(app, ana, direct, SAID)),
    ...(await speak(app, ana, ventasChat, SAID)),
    ...(await speak(app, ana, personal, OWN)),
  ];
  const scheduled = await schedule(ana, ventasChat, `${WORD} ${SAID}`);
  const own = await exported(ana);
  return {
    app,
    cast,
    chatIds: [direct, ventasChat, personal],
    messages,
    scheduledId: scheduled.content.uuid,
    exportIds: [own.uuid],
  };
}

const fileIdOf = ({ mediaUrl }: Message) => String(mediaUrl).split('/').at(-1) ?? '';

const parameters: Record<string, (world: World) => string[]> = {
  chatId: ({ chatIds }) => chatIds,
  messageId: ({ messages }) => messages.map(({ uuid }) => uuid),
  fileId: ({ messages }) => messages.map(fileIdOf),
  userId: ({ cast }) => [cast.ana.uuid],
  groupId: ({ cast }) => [cast.ventas.uuid],
  officeId: ({ cast }) => [String(cast.ventas.officine?.uuid)],
  scheduledId: ({ scheduledId }) => [scheduledId],
  exportId: ({ exportIds }) => exportIds,
};

const queries: Record<string, (world: World, route: Route) => string> = {
  q: () => WORD,
  page: () => '1',
  size: (_, { name }) => (name === 'getFile' ? 'thumb' : '5'),
  search: () => 'ana',
  email: () => 'ana',
  before: ({ messages }) => String(messages.at(3)?.uuid),
  after: ({ messages }) => String(messages.at(0)?.uuid),
  around: ({ messages }) => String(messages.at(2)?.uuid),
  aroundSeq: () => '1',
  chatId: ({ chatIds }) => String(chatIds[0]),
  groupId: ({ cast }) => cast.ventas.uuid,
  userId: ({ cast }) => cast.ana.uuid,
  officeId: ({ cast }) => String(cast.ventas.officine?.uuid),
  from: ({ cast }, { name }) => (name === 'previewWorkingHours' ? '2026-01-01' : cast.ana.uuid),
  type: () => 'IMAGE',
  since: () => '2020-01-01',
  until: () => '2100-01-01',
  days: () => '2',
  action: () => 'CHAT_READ',
  pending: () => '1',
};

/** The bodies of routes that do something with chats and give an answer. */
const bodies: Record<string, (world: World) => unknown> = {
  createChatExport: () => undefined,
  createUserExport: () => undefined,
  getPersonalChat: () => undefined,
  holdChat: () => ({ hold: true, reason: 'Requerimiento 12/2026' }),
  holdUser: () => ({ hold: true, reason: 'Requerimiento 12/2026' }),
  editMessage: () => ({ content: 'Otra cosa' }),
  reactToMessage: () => ({ emoji: '👍' }),
  replyToMessage: () => ({ type: 'TEXT', content: 'Ya veo' }),
  sendMessage: ({ messages }) => ({ forwardedFrom: messages[0]?.uuid, referenceId: 'copia-1' }),
  editScheduled: () => ({ content: 'Más tarde', sendAt: inMs(3_600_000) }),
  scheduleMessage: () => ({ content: 'Luego', sendAt: inMs(3_600_000) }),
  sendScheduled: () => undefined,
  setChatNotifications: () => ({ mode: 'none' }),
  setGroupRetention: () => ({ days: null }),
  addGroupParticipants: ({ cast }) => ({ userIds: [cast.diego.uuid] }),
  updateGroup: () => ({ name: 'Ventas' }),
};

/**
 * Routes that change something and know no chat: their answers are people, offices, settings and the caller's own. And
 * `openSupervision`, which would open what is to be found closed.
 */
const ofNoChat = new Set([
  'acceptInvitation',
  'acceptNotice',
  'approveDevice',
  'assignPermissions',
  'beginCompanySignIn',
  'blockUser',
  'changeOwnPassword',
  'confirmTwoSteps',
  'createGroup',
  'createInvitation',
  'createOffice',
  'createOwnExport',
  'createProject',
  'createUser',
  'finishCompanySignIn',
  'importUsers',
  'login',
  'openSupervision',
  'publishNotice',
  'setOfficeWorkingHours',
  'setOwnNotifications',
  'setUpTwoSteps',
  'setWorkingHours',
  'subscribeToPush',
  'testPush',
  'unblockUser',
  'updateOffice',
  'updateProject',
  'updateUser',
]);

export interface Attempt {
  route: Route;
  path: string;
  body: unknown;
}

const known = <Value>(name: string, value: Value | undefined, { name: route }: Route): Value => {
  if (value === undefined) throw new Error(`the walk does not know ${name}, which ${route} takes`);
  return value;
};

function pathsOf(world: World, route: Route): string[] {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names.reduce<string[]>(
    (paths, name) =>
      paths.flatMap((path) =>
        known(name, parameters[name], route)(world).map((value) => path.replace(`:${name}`, value)),
      ),
    [route.path],
  );
}

function queriesOf(world: World, route: Route): string[] {
  const names = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [];
  const given = (name: string) => known(name, queries[name], route)(world, route);
  const always: Record<string, string> = names.includes('q') ? { q: given('q') } : {};
  const all = names.map((name) => ({ ...always, [name]: given(name) }));
  return [always, ...all].map((query) => `?${new URLSearchParams(query)}`);
}

const answersNothing = ({ content }: Route) => content instanceof z.ZodNull;

function attemptsOf(world: World, route: Route): Attempt[] {
  if (route.method !== 'GET' && (answersNothing(route) || ofNoChat.has(route.name))) return [];
  const body = route.method === 'GET' ? undefined : known('a body', bodies[route.name], route);
  return pathsOf(world, route).flatMap((path) =>
    queriesOf(world, route).map((query) => ({ route, path: path + query, body: body?.(world) })),
  );
}

/** The audit first: it may hold names of files, once they were read. */
export const attemptsIn = (world: World): Attempt[] =>
  [...world.app.app.routes]
    .sort((one, other) => Number(other.name.includes('Audit')) - Number(one.name.includes('Audit')))
    .flatMap((route) => attemptsOf(world, route));

/** All that the answer says, its headers too; a picture says what there is to see. */
export async function answerTo(reader: Client, { route, path, body }: Attempt): Promise<string> {
  const response = await fetch(`${reader.url}/api${path}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${reader.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = `${[...response.headers].join(' ')} ${bytes}`;
  if (!response.ok) return text;
  if (response.headers.get('content-type')?.startsWith('image/')) return SAID;
  // Readers and their times are told without a word of what was said.
  if (route.name === 'getInformation') return SAID;
  if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) return text;
  return [...(await readZip(bytes))].map(([name, entry]) => `${name} ${entry}`).join(' ');
}
