import { listGroupChats } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { type Group, listOwnGroups } from '@chat/contract/groups';
import { deleteMessage, listMessages, type MessageStatus } from '@chat/contract/messages';
import { blockUser, unblockUser } from '@chat/contract/users';
import { expect } from 'vitest';
import { sql } from '../src/db/database.ts';
import { removeMessagesBefore } from '../src/modules/chat/retention/retention.actions.ts';
import type { TestApp } from './build-app.ts';
import { createGroupOf, directChatOf, groupChatOf, sendText } from './cast.ts';
import type { Client } from './client.ts';
import { ModelChat } from './receipts-model.ts';
import { type ChatName, PEOPLE, type Step } from './receipts-steps.ts';
import type { LiveClient } from './socket-client.ts';

const [ANA, BRUNO] = [0, 1];
const ranks: Record<MessageStatus, number> = { SENT: 0, DELIVERED: 1, SEEN: 2 };

/** The people of every world, each with a socket; a sign-in after a block replaces client and socket. */
export interface ReceiptsCast {
  app: TestApp;
  people: Client[];
  live: LiveClient[];
}

/** A group of all four with its group chat, and Ana's and Bruno's direct chat in it; each chat has a model. */
export class ReceiptsWorld {
  private static worlds = 0;
  private readonly cast: ReceiptsCast;
  private readonly group: Group;
  private readonly chats: Record<ChatName, { uuid: string; model: ModelChat }>;
  private readonly shown: Record<ChatName, Map<number, MessageStatus>> = {
    group: new Map(),
    direct: new Map(),
  };

  private constructor(cast: ReceiptsCast, group: Group, groupChat: string, directChat: string) {
    this.cast = cast;
    this.group = group;
    this.chats = {
      group: { uuid: groupChat, model: new ModelChat('GROUP', PEOPLE.length) },
      direct: { uuid: directChat, model: new ModelChat('DIRECT', 2) },
    };
  }

  static async create(cast: ReceiptsCast): Promise<ReceiptsWorld> {
    const number = ReceiptsWorld.worlds++;
    const group = await createGroupOf(cast.app, `Al azar ${number}`, cast.people);
    const [ana, bruno] = [required(cast.people[ANA], 'Ana'), required(cast.people[BRUNO], 'Bruno')];
    const groupChat = await groupChatOf(ana, group);
    return new ReceiptsWorld(cast, group, groupChat, await directChatOf(ana, bruno, group));
  }

  private person = (who: number) => required(this.cast.people[who], 'person');

  private takesPart(who: number, chatName: ChatName): boolean {
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
    const { status } = await sendText(this.person(who), uuid, 'Hola');
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
    const { ok } = await required(this.cast.live[who], 'socket').emit(what, { chatId, upToSeq });
    expect(ok).toBe(this.takesPart(who, chatName));
    if (ok) model.mark(who, what, upToSeq ?? Number.POSITIVE_INFINITY);
  }

  /** Writes gathered receipts before the next step: gathered together, one could hide the other. */
  private settle(): Promise<void> {
    return this.cast.app.ctx.receipts.flush();
  }

  private async move(what: 'leave' | 'join', who: number): Promise<void> {
    const path = `/groups/${this.group.uuid}/users`;
    const { uuid } = this.person(who);
    await this.settle();
    if (what === 'join') await this.cast.app.elena.request('POST', path, { userIds: [uuid] });
    else await this.cast.app.elena.request('DELETE', `${path}/${uuid}`);
    this.chats.group.model[what](who);
    if (who === BRUNO) this.chats.direct.model[what](who);
    await this.settle();
  }

  private async stand(what: 'block' | 'unblock', who: number): Promise<void> {
    const isBlocked = what === 'block';
    if (this.chats.group.model.side(who).isBlocked === isBlocked) return;
    const { uuid, email } = this.person(who);
    await this.settle();
    await this.cast.app.elena.call(isBlocked ? blockUser : unblockUser, {
      params: { userId: uuid },
    });
    this.chats.group.model.block(who, isBlocked);
    if (who === BRUNO) this.chats.direct.model.block(who, isBlocked);
    await this.settle();
    if (!isBlocked) await this.comeBack(who, email);
  }

  /** A sign-in delivers all messages that arrived meanwhile. */
  private async comeBack(who: number, email: string): Promise<void> {
    const person = await this.cast.app.signIn(email);
    this.cast.people[who] = person;
    this.cast.live[who] = await person.connect();
    for (const chatName of ['group', 'direct'] as const) {
      const { model } = this.chats[chatName];
      if (this.takesPart(who, chatName)) model.mark(who, 'delivered', Number.POSITIVE_INFINITY);
    }
  }

  /** Blocked people are unblocked for the next world. */
  async close(): Promise<void> {
    for (const who of this.cast.people.keys()) await this.stand('unblock', who);
  }

  private async delete(chatName: ChatName, seq: number): Promise<void> {
    const { uuid: chatId, model } = this.chats[chatName];
    const { content } = await this.read(chatName);
    const message = content.find((one) => one.seq === seq);
    if (!message) return;
    await this.cast.app.elena.call(deleteMessage, { params: { chatId, messageId: message.uuid } });
    model.delete(seq);
  }

  private async removeByAge(chatName: ChatName, upTo: number): Promise<void> {
    const { uuid, model } = this.chats[chatName];
    await this.cast.app.ctx.db.run(sql`
      update messages m set created_at = '2001-01-01' from chats c
      where c.id = m.chat_id and c.uuid = ${uuid} and m.seq <= ${upTo}`);
    await removeMessagesBefore(this.cast.app.ctx, new Date('2002-01-01'));
    for (let seq = 1; seq <= upTo; seq++) model.delete(seq);
  }

  private read(chatName: ChatName) {
    const params = { chatId: this.chats[chatName].uuid };
    return this.person(ANA).call(listMessages, { params });
  }

  private async expectNothingWentBack(step: Step): Promise<void> {
    const chatName = 'where' in step ? step.where : 'group';
    const before = this.shown[chatName];
    for (const { seq, status } of (await this.read(chatName)).content) {
      expect(ranks[status]).toBeGreaterThanOrEqual(ranks[before.get(seq) ?? 'SENT']);
      before.set(seq, status);
    }
  }

  /** Compares ticks and counters with the model. */
  async expectModel(): Promise<void> {
    // Writes receipts that are still being gathered.
    await this.settle();
    for (const chatName of ['group', 'direct'] as const) {
      const { content, pagination } = await this.read(chatName);
      const shown = content.map(({ seq, status }) => ({ seq, status }));
      expect([chatName, shown]).toEqual([chatName, this.chats[chatName].model.shown()]);
      expect(pagination?.totalElements).toBe(shown.length);
    }
    for (const [who, person] of this.cast.people.entries()) {
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
