import * as chats from '@chat/contract/chats';
import { closeSupervision, openSupervision } from '@chat/contract/chats';
import { holdChat } from '@chat/contract/holds';
import * as messages from '@chat/contract/messages';
import { getAvailability, setChatNotifications } from '@chat/contract/notifications';
import { searchChats, searchMessages } from '@chat/contract/search';
import * as writing from '@chat/contract/writing';
import { inMs, schedule } from '../scheduled.ts';
import {
  type Answers,
  administrators,
  everybody,
  type Narrowed,
  nothing,
  type Row,
} from './calls.ts';
import { type Environment, freshName, makeFile, makeMessage } from './environment.ts';

/** Waits for its time; its author is the member. */
async function makeScheduled({ people, groupChat }: Environment) {
  const { content } = await schedule(people.member, groupChat, 'Para luego');
  return { params: { scheduledId: content.uuid } };
}

const HOUR_MS = 3_600_000;

/** Where nobody but its owner has any business, nothing narrows what there is. */
const narrowed = ({ remove }: Kind, ...statuses: Narrowed): { narrowed?: Narrowed } =>
  remove.includes(404) ? {} : { narrowed: statuses };

const ventas = ({ ventas: { uuid } }: Environment) => ({ groupId: uuid });

/**
 * Every kind of chat that some people may not see, with a message in it. Managing a group opens none of its chats
 * (design).
 */
const kinds = [
  {
    of: 'a group chat',
    chat: (environment: Environment) => environment.groupChat,
    message: (environment: Environment) => environment.inGroup,
    read: [404, 200, 200, 404, 404, 200],
    write: [404, 201, 201, 404, 404, 403],
    react: [404, 200, 200, 404, 404, 403],
    own: [404, 200, 403, 404, 404, 403],
    know: [404, 200, 403, 404, 404, 200],
    history: [404, 403, 403, 404, 404, 200],
    mute: [404, 200, 200, 404, 404, 404],
    available: [404, 200, 200, 404, 404, 404],
    remove: administrators(200),
  },
  {
    of: "others' direct chat",
    chat: (environment: Environment) => environment.directChat,
    message: (environment: Environment) => environment.inDirect,
    read: [404, 200, 404, 404, 404, 200],
    write: [404, 201, 404, 404, 404, 403],
    react: [404, 200, 404, 404, 404, 403],
    own: [404, 200, 404, 404, 404, 403],
    know: [404, 200, 404, 404, 404, 200],
    history: [404, 403, 404, 404, 404, 200],
    mute: [404, 200, 404, 404, 404, 404],
    available: [404, 200, 404, 404, 404, 404],
    remove: administrators(200),
  },
  {
    of: "another's personal chat",
    chat: (environment: Environment) => environment.personalChat,
    message: (environment: Environment) => environment.inPersonal,
    read: [404, 200, 404, 404, 404, 404],
    write: [404, 201, 404, 404, 404, 404],
    react: [404, 422, 404, 404, 404, 404],
    own: [404, 200, 404, 404, 404, 404],
    know: [404, 404, 404, 404, 404, 404],
    history: [404, 404, 404, 404, 404, 404],
    mute: [404, 422, 404, 404, 404, 404],
    available: [404, 200, 404, 404, 404, 404],
    remove: administrators(404),
  },
] satisfies {
  of: string;
  chat: (environment: Environment) => string;
  message: (environment: Environment) => string;
  read: Answers;
  write: Answers;
  react: Answers;
  /** Actions for the author of a message alone; here the author is the member. */
  own: Answers;
  /** Information for the author and administrators. */
  know: Answers;
  /** Earlier texts, for administrators; who may not read the message learns of none. */
  history: Answers;
  /** Actions for members alone: for administrators the chat is not there. */
  mute: Answers;
  available: Answers;
  /** Actions for administrators alone. */
  remove: Answers;
}[];

type Kind = (typeof kinds)[number];

const chatOf = (kind: Kind) => (environment: Environment) => ({
  params: { chatId: kind.chat(environment) },
});
const messageOf = (kind: Kind) => (environment: Environment) => ({
  params: { messageId: kind.message(environment) },
});
/** A message of the member. */
const ownOf = (kind: Kind) => async (environment: Environment) => ({
  params: { messageId: await makeMessage(environment, kind.chat(environment)) },
});
const text = () => ({ type: 'TEXT', content: 'Hola', referenceId: freshName('referencia') });

const readingRows = (kind: Kind): Row[] => {
  const { of, read: answers } = kind;
  const chat = chatOf(kind);
  return [
    { route: chats.getChat, of, given: chat, answers, ...narrowed(kind, 200, 403, 403) },
    {
      route: chats.listChatParticipants,
      of,
      given: chat,
      answers,
      ...narrowed(kind, 200, 403, 403),
    },
    { route: messages.listMessages, of, given: chat, answers, ...narrowed(kind, 403, 403, 403) },
    {
      route: messages.getFile,
      of: `a message in ${of}`,
      given: async (environment) => ({
        params: { fileId: await makeFile(environment, kind.chat(environment)) },
      }),
      answers,
      ...narrowed(kind, 403, 403, 403),
    },
    {
      route: messages.listOriginals,
      of,
      given: messageOf(kind),
      answers: kind.history,
      ...narrowed(kind, 403, 403, 403),
    },
    {
      route: messages.getInformation,
      of,
      given: ownOf(kind),
      answers: kind.know,
      ...narrowed(kind, 403, 403, 403),
    },
    {
      route: getAvailability,
      of,
      given: chat,
      answers: kind.available,
    },
  ];
};

const writingRows = (kind: Kind): Row[] => {
  const { of } = kind;
  const chat = chatOf(kind);
  const message = messageOf(kind);
  const isPersonal = kind.react.includes(422);
  return [
    {
      route: writing.sendMessage,
      of,
      given: (environment) => ({ ...chat(environment), body: text() }),
      answers: kind.write,
    },
    {
      route: writing.replyToMessage,
      of,
      given: (environment) => ({ ...message(environment), body: text() }),
      answers: isPersonal ? kind.react : kind.write,
    },
    {
      route: messages.reactToMessage,
      of,
      given: (environment) => ({ ...message(environment), body: { emoji: '👍' } }),
      answers: kind.react,
    },
    { route: messages.removeReaction, of, given: message, answers: kind.react },
    {
      route: writing.scheduleMessage,
      of,
      given: (environment) => ({
        ...chat(environment),
        body: { content: 'Hola', sendAt: inMs(HOUR_MS) },
      }),
      answers: isPersonal ? kind.react : kind.write,
    },
    {
      route: setChatNotifications,
      of,
      given: (environment) => ({ ...chat(environment), body: { mode: 'none' } }),
      answers: kind.mute,
    },
  ];
};

const supervisingRows = (kind: Kind): Row[] => {
  const { of } = kind;
  const chat = chatOf(kind);
  const isPersonal = kind.remove.includes(404);
  return [
    {
      route: openSupervision,
      of,
      given: (environment) => ({ ...chat(environment), body: { reason: 'Una queja formal' } }),
      answers: administrators(isPersonal ? 404 : 201),
      ...narrowed(kind, 201, 403, 403),
    },
    {
      route: closeSupervision,
      of,
      given: chat,
      answers: kind.remove,
      ...narrowed(kind, 200, 403, 403),
    },
  ];
};

const changingRows = (kind: Kind): Row[] => {
  const { of } = kind;
  const own = ownOf(kind);
  return [
    {
      route: holdChat,
      of,
      given: (environment) => ({ ...chatOf(kind)(environment), body: { hold: false } }),
      answers: kind.remove,
      ...narrowed(kind, 200, 200, 403),
    },
    {
      route: messages.deleteMessage,
      of,
      given: async (environment) => {
        const chatId = kind.chat(environment);
        return { params: { chatId, messageId: await makeMessage(environment, chatId) } };
      },
      answers: kind.remove,
    },
    {
      route: writing.editMessage,
      of,
      given: async (environment) => ({ ...(await own(environment)), body: { content: 'Hola' } }),
      answers: kind.own,
    },
    { route: messages.deleteOwnMessage, of, given: own, answers: kind.own },
  ];
};

const listing = { answers: administrators(200), narrowed: [200, 403, 403] } satisfies Partial<Row>;

export const chatRows: Row[] = [
  {
    route: chats.getPersonalChat,
    of: "one's own, made at the first asking",
    given: nothing,
    answers: [201, 200, 201, 201, 201, 201],
  },
  { route: chats.listChats, given: nothing, ...listing },
  { route: searchMessages, given: () => ({ query: { q: 'Hola' } }), answers: everybody(200) },
  { route: searchChats, given: () => ({ query: { q: 'Hola' } }), ...listing },
  {
    route: chats.listGroupChats,
    of: 'Ventas',
    given: (environment) => ({ params: ventas(environment) }),
    answers: [404, 200, 200, 403, 404, 403],
  },
  {
    route: chats.getDirectChat,
    of: 'with a participant of Ventas',
    given: (environment) => ({ params: { ...ventas(environment), userId: environment.dora.uuid } }),
    answers: [404, 200, 200, 404, 404, 404],
  },
  { route: writing.listScheduled, given: nothing, answers: everybody(200) },
  {
    route: writing.getScheduled,
    of: 'the member',
    given: makeScheduled,
    answers: [404, 200, 404, 404, 404, 404],
  },
  {
    route: writing.editScheduled,
    of: 'the member',
    given: async (environment) => ({
      ...(await makeScheduled(environment)),
      body: { content: 'Más tarde', sendAt: inMs(HOUR_MS) },
    }),
    answers: [404, 200, 404, 404, 404, 404],
  },
  {
    route: writing.sendScheduled,
    of: 'the member',
    given: makeScheduled,
    answers: [404, 200, 404, 404, 404, 404],
  },
  {
    route: writing.deleteScheduled,
    of: 'the member',
    given: makeScheduled,
    answers: [404, 200, 404, 404, 404, 404],
  },
  ...kinds.flatMap((kind) => [
    ...readingRows(kind),
    ...writingRows(kind),
    ...supervisingRows(kind),
    ...changingRows(kind),
  ]),
];
