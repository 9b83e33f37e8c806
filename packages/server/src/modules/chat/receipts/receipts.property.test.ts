import { listGroupChats } from '@chat/contract/chats/chats.routes';
import { listOwnGroups } from '@chat/contract/groups/groups.routes';
import type { Group } from '@chat/contract/groups/groups.schema';
import { deleteMessage, listMessages } from '@chat/contract/messages/messages.routes';
import type { MessageStatus } from '@chat/contract/messages/messages.schema';
import { required } from '@chat/contract/shared/required';
import { blockUser, unblockUser } from '@chat/contract/users/users.routes';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  createGroupOf,
  directChatOf,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { assertDraws, DRAWS_TIMEOUT_MS } from '../../../../test/draws.ts';
import { ModelChat } from '../../../../test/receipts-model.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';
import { sql } from '../../../db/database.ts';
import { removeMessagesBefore } from '../retention/retention.actions.ts';

const PEOPLE = ['ana', 'bruno', 'carla', 'diego'];
const [ANA, BRUNO] = [0, 1];
const ranks: Record<MessageStatus, number> = { SENT: 0, DELIVERED: 1, SEEN: 2 };

let app: TestApp;
let people: Client[];
let live: LiveClient[];
let groups = 0;
beforeAll(async () => {
  app = await startApp();
  people = await Promise.all(PEOPLE.map((name) => registerPerson(app, name)));
  live = await Promise.all(people.map((person) => person.connect()));
});
afterAll(async () => {
  for (const socket of live) socket.close();
  await app.close();
});

type ChatName = 'group' | 'direct';
type Step =
  | { do: 'send'; who: number; where: ChatName }
  | { do: 'delivered'; who: number; where: ChatName; upTo: number | undefined }
  | { do: 'seen'; who: number; where: ChatName; upTo: number | undefined }
  | { do: 'leave'; who: number }
  | { do: 'block'; who: number }
  | { do: 'unblock'; who: number }
  | { do: 'join'; who: number }
  | { do: 'delete'; where: ChatName; seq: number }
  | { do: 'age'; where: ChatName; upTo: number };

const where = fc.constantFrom<ChatName>('group', 'group', 'direct');
const anybody = fc.nat({ max: PEOPLE.length - 1 });
const upTo = fc.option(fc.nat({ max: 12 }), { nil: undefined });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), who: anybody, where }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom('delivered' as const, 'seen' as const),
        who: anybody,
        where,
        upTo,
      }),
    },
    {
      weight: 4,
      // Ana stays, to read what the others leave.
      arbitrary: fc.record({
        do: fc.constantFrom('leave', 'join', 'block', 'unblock'),
        who: fc.integer({ min: 1, max: PEOPLE.length - 1 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('delete' as const),
        where,
        seq: fc.integer({ min: 1, max: 12 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('age' as const),
        where,
        upTo: fc.integer({ min: 1, max: 12 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 22 },
);

const person = (who: number) => required(people[who], 'person');

/** A group of all four with its group chat, and Ana's and Bruno's direct chat there; each beside its model. */
class World {
  readonly group: Group;
  readonly chats: Record<ChatName, { uuid: string; model: ModelChat }>;
  private readonly shown: Record<ChatName, Map<number, MessageStatus>> = {
    group: new Map(),
    direct: new Map(),
  };

  private constructor(group: Group, groupChat: string, directChat: string) {
    this.group = group;
    this.chats = {
      group: { uuid: groupChat, model: new ModelChat('GROUP', PEOPLE.length) },
      direct: { uuid: directChat, model: new ModelChat('DIRECT', 2) },
    };
  }

  static async create(): Promise<World> {
    groups++;
    const group = await createGroupOf(app, `Al azar ${groups}`, people);
    const [ana, bruno] = [person(ANA), person(BRUNO)];
    return new World(group, await groupChatOf(ana, group), await directChatOf(ana, bruno, group));
  }

  takesPart(who: number, chatName: ChatName): boolean {
    const side = this.chats[chatName].model.sides[who];
    return side?.isPresent === true && !side.isBlocked;
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'send') await this.send(step.who, step.where);
    else if (step.do === 'delete') await this.delete(step.where, step.seq);
    else if (step.do === 'age') await this.removeByAge(step.where, step.upTo);
    else if (step.do === 'leave' || step.do === 'join') await this.move(step.do, step.who);
    else if (step.do === 'block' || step.do === 'unblock') await this.stand(step.do, step.who);
    else await this.mark(step.do, step.who, step.where, step.upTo);
    await this.expectNothingWentBack(step);
  }

  private async send(who: number, chatName: ChatName): Promise<void> {
    const { uuid, model } = this.chats[chatName];
    const isWritten = this.takesPart(who, chatName) && model.mayWrite(who);
    const { status } = await sendText(person(who), uuid, 'Hola');
    expect(status === 201).toBe(isWritten);
    if (isWritten) model.send(who);
  }

  private async mark(
    what: 'delivered' | 'seen',
    who: number,
    chatName: ChatName,
    upToSeq?: number,
  ) {
    const { uuid: chatId, model } = this.chats[chatName];
    if (this.chats.group.model.side(who).isBlocked) return;
    const { ok } = await required(live[who], 'socket').emit(what, { chatId, upToSeq });
    expect(ok).toBe(this.takesPart(who, chatName));
    if (ok) model.mark(who, what, upToSeq ?? Number.POSITIVE_INFINITY);
  }

  /** What happens next is not gathered with what has happened: one could hide the other. */
  private settle(): Promise<void> {
    return app.ctx.receipts.close();
  }

  private async move(what: 'leave' | 'join', who: number): Promise<void> {
    const path = `/groups/${this.group.uuid}/users`;
    const { uuid } = person(who);
    await this.settle();
    if (what === 'join') await app.elena.request('POST', path, { userIds: [uuid] });
    else await app.elena.request('DELETE', `${path}/${uuid}`);
    this.chats.group.model[what](who);
    if (who === BRUNO) this.chats.direct.model[what](who);
    await this.settle();
  }

  private async stand(what: 'block' | 'unblock', who: number): Promise<void> {
    const isBlocked = what === 'block';
    if (this.chats.group.model.side(who).isBlocked === isBlocked) return;
    const { uuid, email } = person(who);
    await this.settle();
    await app.elena.call(isBlocked ? blockUser : unblockUser, { params: { userId: uuid } });
    this.chats.group.model.block(who, isBlocked);
    if (who === BRUNO) this.chats.direct.model.block(who, isBlocked);
    await this.settle();
    if (!isBlocked) await this.comeBack(who, email);
  }

  /** Signing in again, all that arrived meanwhile is delivered. */
  private async comeBack(who: number, email: string): Promise<void> {
    people[who] = await app.signIn(email);
    live[who] = await people[who].connect();
    for (const chatName of ['group', 'direct'] as const) {
      const { model } = this.chats[chatName];
      if (this.takesPart(who, chatName)) model.mark(who, 'delivered', Number.POSITIVE_INFINITY);
    }
  }

  /** People who are blocked are there again in the next world. */
  async close(): Promise<void> {
    for (const who of people.keys()) await this.stand('unblock', who);
  }

  private async delete(chatName: ChatName, seq: number): Promise<void> {
    const { uuid: chatId, model } = this.chats[chatName];
    const { content } = await this.read(chatName);
    const message = content.find((one) => one.seq === seq);
    if (!message) return;
    await app.elena.call(deleteMessage, { params: { chatId, messageId: message.uuid } });
    model.delete(seq);
  }

  private async removeByAge(chatName: ChatName, upTo: number): Promise<void> {
    const { uuid, model } = this.chats[chatName];
    await app.ctx.db.run(sql`
      update messages m set created_at = '2001-01-01' from chats c
      where c.id = m.chat_id and c.uuid = ${uuid} and m.seq <= ${upTo}`);
    await removeMessagesBefore(app.ctx, new Date('2002-01-01'));
    for (let seq = 1; seq <= upTo; seq++) model.delete(seq);
  }

  private read(chatName: ChatName) {
    const params = { chatId: this.chats[chatName].uuid };
    return person(ANA).call(listMessages, { params });
  }

  private async expectNothingWentBack(step: Step): Promise<void> {
    const chatName = 'where' in step ? step.where : 'group';
    const before = this.shown[chatName];
    for (const { seq, status } of (await this.read(chatName)).content) {
      expect(ranks[status]).toBeGreaterThanOrEqual(ranks[before.get(seq) ?? 'SENT']);
      before.set(seq, status);
    }
  }

  /** Ticks and counters are those of the model. */
  async expectModel(): Promise<void> {
    // Writes what is still being gathered.
    await this.settle();
    for (const chatName of ['group', 'direct'] as const) {
      const { content, pagination } = await this.read(chatName);
      const shown = content.map(({ seq, status }) => ({ seq, status }));
      expect([chatName, shown]).toEqual([chatName, this.chats[chatName].model.shown()]);
      expect(pagination?.totalElements).toBe(shown.length);
    }
    for (const [who, person] of people.entries()) {
      if (this.takesPart(who, 'group')) await this.expectUnread(who, person);
    }
  }

  private async expectUnread(who: number, person: Client): Promise<void> {
    const { group, direct } = this.chats;
    const expected = {
      group: group.model.unreadOf(who),
      direct: this.takesPart(who, 'direct') ? direct.model.unreadOf(who) : 0,
    };
    const params = { groupId: this.group.uuid };
    const list = (await person.call(listGroupChats, { params })).content;
    const unreadIn = (uuid: string) =>
      list.find(({ chatUuid }) => chatUuid === uuid)?.unreadCount ?? 0;
    expect({ group: unreadIn(group.uuid), direct: unreadIn(direct.uuid) }).toEqual(expected);
    const own = (await person.call(listOwnGroups, {})).content;
    const mine = own.find(({ uuid }) => uuid === this.group.uuid);
    expect(mine?.unreadCount).toBe(expected.group + expected.direct);
  }
}

test(
  'after any run of sends, marks, comings, goings, blocks, deletions and removals by age, ticks and counters are those counted from scratch',
  () =>
    assertDraws(steps, async (run) => {
      const world = await World.create();
      for (const step of run) await world.take(step);
      await world.expectModel();
      await world.close();
    }),
  DRAWS_TIMEOUT_MS,
);
