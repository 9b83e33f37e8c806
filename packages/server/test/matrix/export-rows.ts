import * as exports from '@chat/contract/data-exports';
import { administrators, everybody, type Narrowed, nothing, type Row } from './calls.ts';
import type { Environment } from './environment.ts';

async function doraExport({ dora }: Environment) {
  const { content } = await dora.call(exports.createOwnExport, {});
  return { params: { exportId: content.uuid } };
}

const dora = (environment: Environment) => ({ params: { userId: environment.dora.uuid } });

type ChatOf = (environment: Environment) => string;

const chats: [of: string, chatOf: ChatOf, create: number, list: number, narrowed: Narrowed][] = [
  ['a group chat', ({ groupChat }) => groupChat, 201, 200, [403, 403, 403]],
  ["others' direct chat", ({ directChat }) => directChat, 201, 200, [403, 403, 403]],
  ['a held chat of a deleted group', ({ heldChat }) => heldChat, 201, 200, [403, 404, 404]],
  ["another's personal chat", ({ personalChat }) => personalChat, 404, 404, [404, 404, 404]],
];

/** ZIPs of data, for who asked for them alone. */
export const exportRows: Row[] = [
  { route: exports.createOwnExport, given: nothing, answers: everybody(201) },
  { route: exports.listOwnExports, given: nothing, answers: everybody(200) },
  ...[exports.getOwnExport, exports.downloadOwnExport, exports.downloadExport].map((route) => ({
    route,
    of: 'another',
    given: doraExport,
    answers: everybody(404),
  })),
  { route: exports.createUserExport, given: dora, answers: administrators(201) },
  { route: exports.listUserExports, given: dora, answers: administrators(200) },
  ...[exports.getUserExport, exports.downloadUserExport].map((route) => ({
    route,
    of: 'another',
    given: async (environment: Environment) => ({
      params: { ...dora(environment).params, ...(await doraExport(environment)).params },
    }),
    answers: everybody(404),
  })),
  ...chats.flatMap(([of, chatOf, create, list, narrowed]): Row[] => [
    {
      route: exports.createChatExport,
      of,
      given: (environment) => ({ params: { chatId: chatOf(environment) } }),
      answers: administrators(create),
      narrowed,
    },
    {
      route: exports.listChatExports,
      of,
      given: (environment) => ({ params: { chatId: chatOf(environment) } }),
      answers: administrators(list),
      narrowed,
    },
    ...[exports.getChatExport, exports.downloadChatExport].map((route) => ({
      route,
      of: `another, of ${of}`,
      given: async (environment: Environment) => ({
        params: { chatId: chatOf(environment), ...(await doraExport(environment)).params },
      }),
      answers: everybody(404),
    })),
  ]),
];
