import * as chats from '@chat/contract/chats/chats.routes';
import { getFile } from '@chat/contract/files/files.routes';
import * as messages from '@chat/contract/messages/messages.routes';
import { reactToMessage, removeReaction } from '@chat/contract/reactions/reactions.routes';
import { type Answers, administrators, nothing, type Row } from './calls.ts';
import { freshName, makeFile, makeMessage, type Scene } from './scene.ts';

const ventas = ({ ventas: { uuid } }: Scene) => ({ groupId: uuid });

/** Every chat that somebody may not see, and a message in it. Managing a group opens none of its chats (design). */
const kinds = [
  {
    of: 'a group chat',
    chat: (scene: Scene) => scene.groupChat,
    message: (scene: Scene) => scene.inGroup,
    read: [404, 200, 200, 404, 404, 200],
    write: [404, 201, 201, 404, 404, 403],
    react: [404, 200, 200, 404, 404, 403],
    remove: administrators(200),
  },
  {
    of: "others' direct chat",
    chat: (scene: Scene) => scene.directChat,
    message: (scene: Scene) => scene.inDirect,
    read: [404, 200, 404, 404, 404, 200],
    write: [404, 201, 404, 404, 404, 403],
    react: [404, 200, 404, 404, 404, 403],
    remove: administrators(200),
  },
  {
    of: "another's personal chat",
    chat: (scene: Scene) => scene.personalChat,
    message: (scene: Scene) => scene.inPersonal,
    read: [404, 200, 404, 404, 404, 404],
    write: [404, 201, 404, 404, 404, 404],
    react: [404, 422, 404, 404, 404, 404],
    remove: administrators(404),
  },
] satisfies {
  of: string;
  chat: (scene: Scene) => string;
  message: (scene: Scene) => string;
  read: Answers;
  write: Answers;
  react: Answers;
  remove: Answers;
}[];

const rowsOf = (kind: (typeof kinds)[number]): Row[] => {
  const { of } = kind;
  const chat = (scene: Scene) => ({ params: { chatId: kind.chat(scene) } });
  const message = (scene: Scene) => ({ params: { messageId: kind.message(scene) } });
  const text = () => ({ type: 'TEXT', content: 'Hola', referenceId: freshName('referencia') });
  const isPersonal = kind.react.includes(422);
  const reply: Answers = isPersonal ? kind.react : kind.write;
  return [
    { route: chats.getChat, of, given: chat, answers: kind.read },
    { route: chats.listChatParticipants, of, given: chat, answers: kind.read },
    { route: messages.listMessages, of, given: chat, answers: kind.read },
    {
      route: messages.sendMessage,
      of,
      given: (scene) => ({ ...chat(scene), body: text() }),
      answers: kind.write,
    },
    {
      route: messages.replyToMessage,
      of,
      given: (scene) => ({ ...message(scene), body: text() }),
      answers: reply,
    },
    {
      route: reactToMessage,
      of,
      given: (scene) => ({ ...message(scene), body: { emoji: '👍' } }),
      answers: kind.react,
    },
    {
      route: getFile,
      of: `a message in ${of}`,
      given: async (scene) => ({ params: { fileId: await makeFile(scene, kind.chat(scene)) } }),
      answers: kind.read,
    },
    { route: removeReaction, of, given: message, answers: kind.react },
    {
      route: messages.deleteMessage,
      of,
      given: async (scene) => {
        const chatId = kind.chat(scene);
        return { params: { chatId, messageId: await makeMessage(scene, chatId) } };
      },
      answers: kind.remove,
    },
  ];
};

export const chatRows: Row[] = [
  {
    route: chats.getPersonalChat,
    of: "one's own, made at the first asking",
    given: nothing,
    answers: [201, 200, 201, 201, 201, 201],
  },
  { route: chats.listChats, given: nothing, answers: administrators(200) },
  {
    route: chats.listGroupChats,
    of: 'Ventas',
    given: (scene) => ({ params: ventas(scene) }),
    answers: [404, 200, 200, 403, 404, 403],
  },
  {
    route: chats.getDirectChat,
    of: 'with a participant of Ventas',
    given: (scene) => ({ params: { ...ventas(scene), userId: scene.dora.uuid } }),
    answers: [404, 200, 200, 404, 404, 404],
  },
  ...kinds.flatMap(rowsOf),
];
