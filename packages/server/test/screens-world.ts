import { getDirectChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { type Group, listOwnGroups } from '@chat/contract/groups';
import {
  deleteMessage,
  deleteOwnMessage,
  reactToMessage,
  removeReaction,
} from '@chat/contract/messages';
import { blockUser, unblockUser } from '@chat/contract/users';
import {
  type CreatedMessage,
  editMessage,
  replyToMessage,
  sendMessage,
} from '@chat/contract/writing';
import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import { createGroupOf, directChatOf, groupChatOf } from './cast.ts';
import type { Client, Reply } from './client.ts';
import { Screen } from './screen.ts';
import { ANA, BRUNO, CARLA, type ChatName, type Step, type StepOf } from './screens-steps.ts';

/** The people of every world. */
export interface ScreensCast {
  app: TestApp;
  people: Client[];
  /** Ana on another device. */
  anaToo: Client;
}

/** A refused call is fine, but the server must not fail. */
function whole<R extends Reply>(reply: R): R {
  expect(reply.status).toBeLessThan(500);
  return reply;
}

/** A group of the three, their messages, and the screens that show them. */
export class ScreensWorld {
  private static worlds = 0;
  private readonly cast: ScreensCast;
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

  private constructor(cast: ScreensCast, group: Group, groupChat: string, direct: string) {
    this.cast = cast;
    this.group = group;
    this.chats = { group: groupChat, direct, aside: undefined };
    const both = [groupChat, direct];
    this.screens = [
      new Screen(this.person(ANA), group, both),
      new Screen(this.person(BRUNO), group, both),
      new Screen(this.person(CARLA), group, [groupChat]),
      new Screen(cast.anaToo, group, both),
      new Screen(cast.app.elena, group, both),
    ];
  }

  static async create(cast: ScreensCast): Promise<ScreensWorld> {
    const number = ScreensWorld.worlds++;
    const group = await createGroupOf(cast.app, `Pantallas ${number}`, cast.people);
    const [ana, bruno] = [required(cast.people[ANA], 'Ana'), required(cast.people[BRUNO], 'Bruno')];
    const direct = await directChatOf(ana, bruno, group);
    const world = new ScreensWorld(cast, group, await groupChatOf(ana, group), direct);
    await Promise.all(world.screens.map((one) => one.connect()));
    await world.settle();
    return world;
  }

  private person = (who: number) => required(this.cast.people[who], 'person');

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
      mentionedUserIds: step.mentions.map((index) => this.person(index).uuid),
    };
    const post = () => this.person(step.who).call(sendMessage, { params: { chatId }, body });
    const { status, content } = whole(await post());
    if (status !== 201) return;
    this.written[step.where].push(...content);
    this.repeatable.set(step.who, post);
  }

  private async chatFor(chatName: ChatName, who: number): Promise<string | undefined> {
    if (chatName !== 'aside' || this.chats.aside) return this.chats[chatName];
    if (who === ANA) return undefined;
    const other = this.person(who === BRUNO ? CARLA : BRUNO);
    const params = { userId: other.uuid, groupId: this.group.uuid };
    const { status, content } = await this.person(who).call(getDirectChat, { params });
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
    const reply = whole(
      await this.person(who).call(replyToMessage, { params: { messageId }, body }),
    );
    if (reply.status === 201) this.written[where].push(...reply.content);
  }

  private async react({ who, where, which, emoji }: StepOf<'react'>): Promise<void> {
    const messageId = this.message(where, which)?.uuid;
    if (!messageId) return;
    const params = { messageId };
    if (emoji === null) whole(await this.person(who).call(removeReaction, { params }));
    else whole(await this.person(who).call(reactToMessage, { params, body: { emoji } }));
  }

  private async delete({ where, which }: StepOf<'delete'>): Promise<void> {
    const message = this.message(where, which);
    if (!message) return;
    const params = { chatId: message.chatUuid, messageId: message.uuid };
    whole(await this.cast.app.elena.call(deleteMessage, { params }));
  }

  /** The message is mostly somebody else's, so the edit is refused. */
  private async edit({ who, where, which, mentions }: StepOf<'edit'>): Promise<void> {
    const messageId = this.message(where, which)?.uuid;
    if (!messageId) return;
    this.references++;
    const mentionedUserIds = mentions?.map((index) => this.person(index).uuid);
    const body = { content: `edición ${this.references}`, mentionedUserIds };
    whole(await this.person(who).call(editMessage, { params: { messageId }, body }));
  }

  private async deleteOwn({ who, where, which }: StepOf<'deleteOwn'>): Promise<void> {
    const messageId = this.message(where, which)?.uuid;
    if (messageId) whole(await this.person(who).call(deleteOwnMessage, { params: { messageId } }));
  }

  private async look({ screen, where }: StepOf<'look'>): Promise<void> {
    this.screens[screen]?.look(where === null ? undefined : this.chats[where]);
  }

  private async seen({ screen, where, which }: StepOf<'seen'>): Promise<void> {
    const message = this.message(where, which);
    if (message) this.screens[screen]?.markSeen(message.chatUuid, message.seq);
  }

  private async leave({ who }: StepOf<'leave'>): Promise<void> {
    await this.cast.app.elena.request(
      'DELETE',
      `/groups/${this.group.uuid}/users/${this.person(who).uuid}`,
    );
  }

  private async join({ who }: StepOf<'join'>): Promise<void> {
    const body = { userIds: [this.person(who).uuid] };
    await this.cast.app.elena.request('POST', `/groups/${this.group.uuid}/users`, body);
  }

  /** Only Carla, of the three, is ever blocked. */
  private async block(): Promise<void> {
    if (this.isCarlaBlocked) return;
    this.isCarlaBlocked = true;
    this.screens[CARLA]?.disconnect();
    await this.cast.app.elena.call(blockUser, { params: { userId: this.person(CARLA).uuid } });
  }

  private async unblock(): Promise<void> {
    if (!this.isCarlaBlocked) return;
    this.isCarlaBlocked = false;
    await this.cast.app.elena.call(unblockUser, { params: { userId: this.person(CARLA).uuid } });
    const { token } = await this.cast.app.signIn(this.person(CARLA).email);
    Object.assign(this.person(CARLA), { token });
  }

  private async disconnect({ screen }: StepOf<'disconnect'>): Promise<void> {
    this.screens[screen]?.disconnect();
  }

  private async connect({ screen }: StepOf<'connect'>): Promise<void> {
    const one = this.screens[screen];
    if (one && !one.live && !(this.isCarlaBlocked && screen === CARLA)) await one.connect();
  }

  /** Waits until all receipts are written, all events have arrived, and all necessary reads are done. */
  private async settle(): Promise<void> {
    for (let isBusy = true; isBusy; ) {
      await this.cast.app.ctx.receipts.flush();
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
