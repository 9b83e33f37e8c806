import { listGroupChats } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import type { Group } from '@chat/contract/groups';
import {
  deleteMessage,
  deleteOwnMessage,
  listMessages,
  reactToMessage,
  removeReaction,
} from '@chat/contract/messages';
import { setChatNotifications } from '@chat/contract/notifications';
import { blockUser, deleteUser, unblockUser, updateUser } from '@chat/contract/users';
import { editMessage, replyToMessage, sendMessage } from '@chat/contract/writing';
import { expect } from 'vitest';
import { sql } from '../src/db/database.ts';
import { removeMessagesBefore } from '../src/modules/chat/retention/retention.actions.ts';
import type { TestApp } from './build-app.ts';
import { createGroupOf, directChatOf, groupChatOf, registerPerson } from './cast.ts';
import type { Client, Reply } from './client.ts';
import { assertDraws } from './draws.ts';
import { sendFile } from './files.ts';
import { at } from './processes.ts';
import { EMOJIS, NAMES, rounds, type Step } from './reused-rounds.ts';

/** The most messages of a chat: a page around this number then has all of them, and such a page is never kept. */
const SHORT = 24;
const given = ({ status, content }: Reply) => ({ status, content });

/** A group of four and a direct chat of two of them, served by one or two processes. */
class ReusedWorld {
  private static worlds = 0;
  private readonly apps: TestApp[];
  private readonly people: Client[];
  private readonly group: Group;
  private readonly chats: Record<string, string>;
  private readonly written: Record<string, string[]> = { group: [], direct: [] };
  private said = 0;

  private constructor(
    apps: TestApp[],
    people: Client[],
    group: Group,
    chats: ReusedWorld['chats'],
  ) {
    this.apps = apps;
    this.people = people;
    this.group = group;
    this.chats = chats;
  }

  static async create(apps: TestApp[]): Promise<ReusedWorld> {
    const number = ReusedWorld.worlds++;
    const app = required(apps[0], 'process');
    const people = await Promise.all(NAMES.map((name) => registerPerson(app, `${name}-${number}`)));
    const [ana, bruno] = [required(people[0], 'Ana'), required(people[1], 'Bruno')];
    const group = await createGroupOf(app, `Guardado ${number}`, people);
    const chats = {
      group: await groupChatOf(ana, group),
      direct: await directChatOf(ana, bruno, group),
    };
    return new ReusedWorld(apps, people, group, chats);
  }

  async take(step: Step): Promise<void> {
    const { status } = (await this[step.do](step)) ?? { status: 200 };
    expect(status, step.do).toBeLessThan(500);
  }

  private appBy = ({ by }: Pick<Step, 'by'>) => required(this.apps[by % this.apps.length], 'app');
  private personOf = (step: Pick<Step, 'who' | 'by'>) =>
    at(this.appBy(step), required(this.people[step.who], 'person'));
  private adminBy = (step: Step) => at(this.appBy(step), required(this.apps[0], 'app').elena);
  private chatOf = ({ where }: Pick<Step, 'where'>) => required(this.chats[where], 'chat');
  private messageOf = ({ where, which }: Step) => this.written[where]?.at(-1 - which);

  private async stored(step: Step, sent: Promise<Reply<{ uuid: string }[]>>): Promise<Reply> {
    const reply = await sent;
    if (reply.status === 201)
      this.written[step.where]?.push(...reply.content.map(({ uuid }) => uuid));
    return reply;
  }

  private isFull = ({ where }: Step) => (this.written[where]?.length ?? 0) >= SHORT - 4;
  private text = () => ({
    content: `mensaje ${this.said}`,
    referenceId: `${this.group.uuid}-${this.said++}`,
  });

  private async send(
    step: Step,
    more: { mentionedUserIds?: string[]; forwardedFrom?: string } = {},
  ) {
    if (this.isFull(step)) return undefined;
    const { forwardedFrom } = more;
    const said = forwardedFrom
      ? { referenceId: this.text().referenceId }
      : { ...this.text(), type: 'TEXT' as const };
    const body = { ...said, ...more };
    const params = { chatId: this.chatOf(step) };
    return this.stored(step, this.personOf(step).call(sendMessage, { params, body }));
  }

  private mention(step: Step) {
    return this.send(step, {
      mentionedUserIds: this.people.map(({ uuid }) => uuid).slice(step.which),
    });
  }

  private async forward(step: Step) {
    const forwardedFrom = this.written.group?.at(-1 - step.which);
    return forwardedFrom ? this.send(step, { forwardedFrom }) : undefined;
  }

  private async attach(step: Step) {
    if (this.isFull(step)) return undefined;
    const file = { bytes: `informe ${this.said++}` };
    return this.stored(step, sendFile(this.personOf(step), this.chatOf(step), file));
  }

  private async reply(step: Step) {
    const messageId = this.messageOf(step);
    if (!messageId || this.isFull(step)) return undefined;
    const { content } = this.text();
    return this.stored(
      step,
      this.personOf(step).call(replyToMessage, { params: { messageId }, body: { content } }),
    );
  }

  private async edit(step: Step) {
    const messageId = this.messageOf(step);
    if (!messageId) return undefined;
    const { content } = this.text();
    // The author is unknown here, so everybody tries.
    for (const who of this.people.keys()) {
      const mentionedUserIds = this.people.slice(0, step.which).map(({ uuid }) => uuid);
      const body = step.who % 2 ? { content } : { content, mentionedUserIds };
      const reply = await this.personOf({ ...step, who }).call(editMessage, {
        params: { messageId },
        body,
      });
      if (reply.status === 200) return reply;
    }
    return undefined;
  }

  private async react(step: Step) {
    const messageId = this.messageOf(step);
    if (!messageId) return undefined;
    const body = { emoji: required(EMOJIS[step.which % EMOJIS.length], 'emoji') };
    return this.personOf(step).call(reactToMessage, { params: { messageId }, body });
  }

  private async unreact(step: Step) {
    const messageId = this.messageOf(step);
    return messageId
      ? this.personOf(step).call(removeReaction, { params: { messageId } })
      : undefined;
  }

  private async delete(step: Step) {
    const messageId = this.messageOf(step);
    if (!messageId) return undefined;
    return this.adminBy(step).call(deleteMessage, {
      params: { chatId: this.chatOf(step), messageId },
    });
  }

  private async deleteOwn(step: Step) {
    const messageId = this.messageOf(step);
    return messageId
      ? this.personOf(step).call(deleteOwnMessage, { params: { messageId } })
      : undefined;
  }

  private mark = (step: Step, isSeen: boolean) => {
    const [deliveredSeq, userId] = [this.said, this.idOf(step)];
    const seenSeq = isSeen ? Math.max(0, deliveredSeq - step.which) : 0;
    const { receipts } = this.appBy(step).ctx;
    return userId.then(async (id) => {
      await receipts.mark({ userId: id, chatUuid: this.chatOf(step), deliveredSeq, seenSeq });
      return undefined;
    });
  };
  private idOf = async (step: Step): Promise<number> => {
    const { uuid } = this.personOf(step);
    return (
      await this.appBy(step).ctx.db.one<{ id: number }>(
        sql`select id from users where uuid = ${uuid}`,
      )
    ).id;
  };
  private seen = (step: Step) => this.mark(step, true);
  private deliver = (step: Step) => this.mark(step, false);

  private rename(step: Step) {
    const { uuid, user } = this.personOf(step);
    const email = `persona-${this.group.uuid}-${this.said++}@empresa.local`;
    Object.assign(user, { email });
    const body = { firstName: 'Otro', lastName: 'Nombre', email };
    return this.adminBy(step).call(updateUser, { params: { userId: uuid }, body });
  }

  private leave(step: Step) {
    const path = `/groups/${this.group.uuid}/users/${this.personOf(step).uuid}`;
    return this.adminBy(step).request('DELETE', path);
  }

  private join(step: Step) {
    const body = { userIds: [this.personOf(step).uuid] };
    return this.adminBy(step).request('POST', `/groups/${this.group.uuid}/users`, body);
  }

  /** Some mutes are over soon. */
  private mute(step: Step) {
    const mode = (['all', 'mentions', 'none'] as const)[step.which] ?? 'none';
    const until = step.who % 2 ? new Date(Date.now() + step.which * 100).toISOString() : null;
    const params = { chatId: this.chatOf(step) };
    return this.personOf(step).call(setChatNotifications, { params, body: { mode, until } });
  }

  private block(step: Step) {
    return this.adminBy(step).call(blockUser, { params: { userId: this.personOf(step).uuid } });
  }

  private unblock(step: Step) {
    return this.adminBy(step).call(unblockUser, { params: { userId: this.personOf(step).uuid } });
  }

  /** Eva is deleted. */
  private go(step: Step) {
    const { uuid } = this.personOf({ ...step, who: NAMES.length - 1 });
    return this.adminBy(step).call(deleteUser, { params: { userId: uuid } });
  }

  private async age(step: Step) {
    const { ctx } = this.appBy(step);
    await ctx.db.run(sql`
      update messages m set created_at = '2001-01-01' from chats c
      where c.id = m.chat_id and c.uuid = ${this.chatOf(step)} and m.seq <= ${step.which + 1}`);
    await removeMessagesBefore(ctx, new Date('2002-01-01'));
    return undefined;
  }

  private read(step: Step) {
    return step.which % 2
      ? this.personOf(step).call(listMessages, { params: { chatId: this.chatOf(step) } })
      : this.personOf(step).call(listGroupChats, { params: { groupId: this.group.uuid } });
  }

  /** Every reader gets from every process the same answer as from a read that uses no kept answer. */
  async compare(): Promise<void> {
    for (const app of this.apps) {
      for (const person of [...this.people, required(this.apps[0], 'app').elena]) {
        const reader = at(app, person);
        for (const where of ['group', 'direct'] as const) await this.comparePage(reader, where);
        await this.compareList(reader);
      }
    }
  }

  private comparePage(reader: Client, where: Step['where']): Promise<void> {
    const params = { chatId: this.chatOf({ where }) };
    const anew = () => reader.call(listMessages, { params, query: { aroundSeq: SHORT } });
    return expectSame(anew, () => reader.call(listMessages, { params }));
  }

  private compareList(reader: Client): Promise<void> {
    const params = { groupId: this.group.uuid };
    const anew = () => reader.call(listGroupChats, { params, query: { page: '1', size: '100' } });
    return expectSame(anew, () => reader.call(listGroupChats, { params }));
  }
}

/** Receipts may be written between the reads; then the comparison is repeated. */
async function expectSame(anew: () => Promise<Reply>, maybeKept: () => Promise<Reply>) {
  for (;;) {
    const before = given(await anew());
    const shown = given(await maybeKept());
    const after = given(await anew());
    if (JSON.stringify(before) !== JSON.stringify(after)) continue;
    expect(shown).toEqual(after);
    return;
  }
}

/** After each random round of writes and reads, kept answers equal new ones. */
export const assertAsReadAnew = (apps: () => TestApp[]): Promise<void> =>
  assertDraws(rounds, async (run) => {
    const world = await ReusedWorld.create(apps());
    for (const round of run) {
      await Promise.all(round.map((step) => world.take(step)));
      await world.compare();
    }
  });
