import { getDirectChat } from '@chat/contract/chats/chats.routes';
import { listOwnGroups } from '@chat/contract/groups/groups.routes';
import type { Group } from '@chat/contract/groups/groups.schema';
import {
  deleteMessage,
  deleteOwnMessage,
  editMessage,
  replyToMessage,
  sendMessage,
} from '@chat/contract/messages/messages.routes';
import type { CreatedMessage } from '@chat/contract/messages/messages.schema';
import { reactToMessage, removeReaction } from '@chat/contract/reactions/reactions.routes';
import { required } from '@chat/contract/shared/required';
import { blockUser, unblockUser } from '@chat/contract/users/users.routes';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, directChatOf, groupChatOf, registerPerson } from '../../../../test/cast.ts';
import type { Client, Reply } from '../../../../test/client.ts';
import { assertDraws, DRAWS_TIMEOUT_MS } from '../../../../test/draws.ts';
import { Screen } from '../../../../test/screen.ts';

const PEOPLE = ['ana', 'bruno', 'carla'];
const [ANA, BRUNO, CARLA] = [0, 1, 2];
/** Ana, Bruno, Carla, Ana's other device, and Elena who watches. */
const SCREENS = 5;
const EMOJIS = ['👍', '❤️', null];

let app: TestApp;
let people: Client[];
let anaToo: Client;
let groups = 0;
beforeAll(async () => {
  app = await startApp();
  people = await Promise.all(PEOPLE.map((name) => registerPerson(app, name)));
  anaToo = await app.signIn(person(ANA).email);
});
afterAll(() => app.close());

/** Whatever is refused, nothing breaks. */
function whole<R extends Reply>(reply: R): R {
  expect(reply.status).toBeLessThan(500);
  return reply;
}
const person = (who: number) => required(people[who], 'person');

/** `aside` is Bruno's and Carla's direct chat, which begins with its first message. */
type ChatName = 'group' | 'direct' | 'aside';
const who = fc.nat({ max: PEOPLE.length - 1 });
const screen = fc.nat({ max: SCREENS - 1 });
const where = fc.constantFrom<ChatName>('group', 'group', 'direct', 'aside');
/** Counted from the newest: people do things to what is fresh. */
const which = fc.nat({ max: 2 });
/** Ana stays, to read what the others leave. */
const leaver = fc.constantFrom(BRUNO, CARLA);
const doing = <const Do extends string>(word: Do) => fc.constant(word);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: doing('send'), who, where, mentions: fc.subarray([0, 1, 2]) }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('repeat'), who }) },
  { weight: 5, arbitrary: fc.record({ do: doing('reply'), who, where, which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: doing('react'),
      who,
      where,
      which,
      emoji: fc.constantFrom(...EMOJIS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: doing('delete'), where, which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: doing('edit'),
      who,
      where,
      which,
      mentions: fc.option(fc.subarray([0, 1, 2])),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('deleteOwn'), who, where, which }) },
  { weight: 3, arbitrary: fc.record({ do: doing('look'), screen, where: fc.option(where) }) },
  { weight: 2, arbitrary: fc.record({ do: doing('seen'), screen, where, which }) },
  { weight: 1, arbitrary: fc.record({ do: doing('leave'), who: leaver }) },
  { weight: 2, arbitrary: fc.record({ do: doing('join'), who: leaver }) },
  { weight: 1, arbitrary: fc.record({ do: doing('block') }) },
  { weight: 2, arbitrary: fc.record({ do: doing('unblock') }) },
  { weight: 3, arbitrary: fc.record({ do: doing('disconnect'), screen }) },
  { weight: 3, arbitrary: fc.record({ do: doing('connect'), screen }) },
  { weight: 1, arbitrary: fc.record({ do: doing('compare') }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>;

/** A group of the three, what they wrote there, and the screens on which it stands. */
class World {
  private readonly group: Group;
  private readonly chats: Record<ChatName, string | undefined>;
  private readonly written: Record<ChatName, CreatedMessage[]> = {
    group: [],
    direct: [],
    aside: [],
  };
  private readonly repeatable = new Map<number, () => Promise<Reply<CreatedMessage[]>>>();
  private readonly screens: Screen[];
  private references = 0;
  private isCarlaBlocked = false;

  private constructor(group: Group, groupChat: string, direct: string) {
    this.group = group;
    this.chats = { group: groupChat, direct, aside: undefined };
    const both = [groupChat, direct];
    this.screens = [
      new Screen(person(ANA), group, both),
      new Screen(person(BRUNO), group, both),
      new Screen(person(CARLA), group, [groupChat]),
      new Screen(anaToo, group, both),
      new Screen(app.elena, group, both),
    ];
  }

  static async create(): Promise<World> {
    groups++;
    const group = await createGroupOf(app, `Pantallas ${groups}`, people);
    const direct = await directChatOf(person(ANA), person(BRUNO), group);
    const world = new World(group, await groupChatOf(person(ANA), group), direct);
    await Promise.all(world.screens.map((one) => one.connect()));
    await world.settle();
    return world;
  }

  close(): void {
    for (const one of this.screens) one.disconnect();
  }

  async take(step: Step): Promise<void> {
    await (this[step.do] as (step: Step) => Promise<unknown>)(step);
  }

  private async send(step: StepOf<'send'>): Promise<void> {
    const chatId = await this.chatFor(step.where, step.who);
    if (!chatId) return;
    this.references++;
    const body = {
      type: 'TEXT' as const,
      content: `mensaje ${this.references}`,
      referenceId: `${this.group.uuid}-${this.references}`,
      mentionedUserIds: step.mentions.map((index) => person(index).uuid),
    };
    const post = () => person(step.who).call(sendMessage, { params: { chatId }, body });
    const { status, content } = whole(await post());
    if (status !== 201) return;
    this.written[step.where].push(...content);
    this.repeatable.set(step.who, post);
  }

  private async chatFor(chatName: ChatName, who: number): Promise<string | undefined> {
    if (chatName !== 'aside' || this.chats.aside) return this.chats[chatName];
    if (who === ANA) return undefined;
    const other = person(who === BRUNO ? CARLA : BRUNO);
    const params = { userId: other.uuid, groupId: this.group.uuid };
    const { status, content } = await person(who).call(getDirectChat, { params });
    if (status === 200) this.chats.aside = content.uuid;
    return this.chats.aside;
  }

  private async repeat({ who }: StepOf<'repeat'>): Promise<void> {
    const reply = await this.repeatable.get(who)?.();
    if (reply) expect([200, 401, 403, 404]).toContain(reply.status);
  }

  private message(chatName: ChatName, index: number): CreatedMessage | undefined {
    return this.written[chatName].at(-1 - index);
  }

  private async reply({ who, where, which }: StepOf<'reply'>): Promise<void> {
    const messageId = this.message(where, which)?.uuid;
    if (!messageId) return;
    this.references++;
    const body = { content: `respuesta ${this.references}` };
    const reply = whole(await person(who).call(replyToMessage, { params: { messageId }, body }));
    if (reply.status === 201) this.written[where].push(...reply.content);
  }

  private async react({ who, where, which, emoji }: StepOf<'react'>): Promise<void> {
    const messageId = this.message(where, which)?.uuid;
    if (!messageId) return;
    const params = { messageId };
    if (emoji === null) whole(await person(who).call(removeReaction, { params }));
    else whole(await person(who).call(reactToMessage, { params, body: { emoji } }));
  }

  private async delete({ where, which }: StepOf<'delete'>): Promise<void> {
    const message = this.message(where, which);
    if (!message) return;
    const params = { chatId: message.chatUuid, messageId: message.uuid };
    whole(await app.elena.call(deleteMessage, { params }));
  }

  /** Mostly somebody else's, which is refused. */
  private async edit({ who, where, which, mentions }: StepOf<'edit'>): Promise<void> {
    const messageId = this.message(where, which)?.uuid;
    if (!messageId) return;
    this.references++;
    const mentionedUserIds = mentions?.map((index) => person(index).uuid);
    const body = { content: `edición ${this.references}`, mentionedUserIds };
    whole(await person(who).call(editMessage, { params: { messageId }, body }));
  }

  private async deleteOwn({ who, where, which }: StepOf<'deleteOwn'>): Promise<void> {
    const messageId = this.message(where, which)?.uuid;
    if (messageId) whole(await person(who).call(deleteOwnMessage, { params: { messageId } }));
  }

  private async look({ screen, where }: StepOf<'look'>): Promise<void> {
    this.screens[screen]?.look(where === null ? undefined : this.chats[where]);
  }

  private async seen({ screen, where, which }: StepOf<'seen'>): Promise<void> {
    const message = this.message(where, which);
    if (message) this.screens[screen]?.markSeen(message.chatUuid, message.seq);
  }

  private async leave({ who }: StepOf<'leave'>): Promise<void> {
    await app.elena.request('DELETE', `/groups/${this.group.uuid}/users/${person(who).uuid}`);
  }

  private async join({ who }: StepOf<'join'>): Promise<void> {
    const body = { userIds: [person(who).uuid] };
    await app.elena.request('POST', `/groups/${this.group.uuid}/users`, body);
  }

  /** Of the three only Carla is ever blocked. */
  private async block(): Promise<void> {
    if (this.isCarlaBlocked) return;
    this.isCarlaBlocked = true;
    this.screens[CARLA]?.disconnect();
    await app.elena.call(blockUser, { params: { userId: person(CARLA).uuid } });
  }

  private async unblock(): Promise<void> {
    if (!this.isCarlaBlocked) return;
    this.isCarlaBlocked = false;
    await app.elena.call(unblockUser, { params: { userId: person(CARLA).uuid } });
    const { token } = await app.signIn(person(CARLA).email);
    Object.assign(person(CARLA), { token });
  }

  private async disconnect({ screen }: StepOf<'disconnect'>): Promise<void> {
    this.screens[screen]?.disconnect();
  }

  private async connect({ screen }: StepOf<'connect'>): Promise<void> {
    const one = this.screens[screen];
    if (one && !one.live && !(this.isCarlaBlocked && screen === CARLA)) await one.connect();
  }

  /** Everything said has been written, told, and read again where that was called for. */
  private async settle(): Promise<void> {
    for (let isBusy = true; isBusy; ) {
      await app.ctx.receipts.close();
      const busy = await Promise.all(this.screens.map((one) => one.finish()));
      isBusy = busy.includes(true);
    }
  }

  async compare(): Promise<void> {
    await this.settle();
    for (const [index, one] of this.screens.entries()) {
      if (!one.live) continue;
      expect([index, one.shown()]).toEqual([index, await one.fresh()]);
      const own = (await one.client.call(listOwnGroups, {})).content;
      const mine = own.find(({ uuid }) => uuid === this.group.uuid);
      expect([index, one.unreadCount]).toEqual([index, mine?.unreadCount]);
      const received = one.live.all('message').map(({ uuid }) => uuid);
      expect(received).toHaveLength(new Set(received).size);
    }
  }

  async end(): Promise<void> {
    await this.unblock();
    for (const one of this.screens) if (!one.live) await one.connect();
    await this.compare();
  }
}

test(
  'after any run of what people do, every screen shows what a fresh fetch gives',
  () =>
    assertDraws(fc.array(step, { minLength: 15, maxLength: 60, size: 'max' }), async (run) => {
      const world = await World.create();
      try {
        for (const step of run) await world.take(step);
        await world.end();
      } finally {
        world.close();
      }
    }),
  DRAWS_TIMEOUT_MS,
);
