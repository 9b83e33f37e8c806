import { getPersonalChat } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import {
  deleteGroup,
  type Group,
  removeGroupParticipant,
  setGroupRetention,
} from '@chat/contract/groups';
import { eraseGroup, eraseUser, holdChat, holdUser } from '@chat/contract/holds';
import {
  deleteMessage,
  deleteOwnMessage,
  editMessage,
  replyToMessage,
  sendMessage,
} from '@chat/contract/messages.routes';
import { deleteUser } from '@chat/contract/users';
import { expect } from 'vitest';
import { sql } from '../src/db/database.ts';
import { removeReleased } from '../src/modules/chat/holds/holds.actions.ts';
import { removeAgedOriginals } from '../src/modules/chat/messages/originals.actions.ts';
import { orderRetention } from '../src/modules/chat/retention/retention.actions.ts';
import type { TestApp } from './build-app.ts';
import { createGroupOf, directChatOf, groupChatOf, registerPerson } from './cast.ts';
import type { Client } from './client.ts';
import { sendFile } from './files.ts';
import { KeptChecks } from './kept-checks.ts';
import {
  type Author,
  type Holdable,
  KeptModel,
  type Remaining,
  type Step,
  shownOf,
  type Where,
} from './kept-model.ts';

/** More than a page. */
const SEEDED = 60;
const REASON = 'Requerimiento del juzgado';

/** A group of three with its chat, a direct chat of two of them and a personal one; the model stands beside. */
export class KeptWorld {
  private static worlds = 0;
  private readonly app: TestApp;
  private readonly model: KeptModel;
  private readonly setting: number | null;
  private readonly prefix = `w${String(KeptWorld.worlds++).padStart(3, '0')}x`;
  private people!: Record<Author | 'carla', Client>;
  private group!: Group;
  private chats!: Record<Where, string>;
  private checks!: KeptChecks;
  private texts = 0;

  private constructor(app: TestApp, setting: number | null) {
    this.app = app;
    this.setting = setting;
    this.model = new KeptModel(setting);
  }

  static async create(app: TestApp, setting: number | null): Promise<KeptWorld> {
    const world = new KeptWorld(app, setting);
    const { prefix } = world;
    const [ana, bruno, carla] = [
      await registerPerson(app, `ana-${prefix}`),
      await registerPerson(app, `bruno-${prefix}`),
      await registerPerson(app, `carla-${prefix}`),
    ];
    world.people = { ana, bruno, carla };
    world.group = await createGroupOf(app, `Obra ${prefix}`, [ana, bruno, carla]);
    world.chats = {
      group: await groupChatOf(carla, world.group),
      direct: await directChatOf(ana, bruno, world.group),
      personal: (await ana.call(getPersonalChat, {})).content.uuid,
    };
    const { people, group, chats, model } = world;
    world.checks = new KeptChecks({ app, model, prefix, people, group, chats });
    await world.seed();
    return world;
  }

  private nextText = () => `${this.prefix}${String(++this.texts).padStart(4, '0')}`;

  private async seed(): Promise<void> {
    const { ana, bruno } = this.people;
    const texts = Array.from({ length: SEEDED }, this.nextText);
    const rows = await this.app.ctx.db.many<{ uuid: string; seq: number }>(sql`
      insert into messages (chat_id, seq, uuid, sender_id, type, content)
      select c.id, said.nth, gen_random_uuid(), case when said.nth % 2 = 0 then ${ana.user.id}::bigint else ${bruno.user.id}::bigint end,
        'TEXT', said.text
      from chats c, unnest(${texts}::text[]) with ordinality as said (text, nth)
      where c.uuid = ${this.chats.group} returning uuid, seq`);
    await this.app.ctx.db.run(sql`
      update chats c set last_seq = m.seq, last_message_id = m.id, last_message_at = m.created_at
      from messages m where c.uuid = ${this.chats.group} and m.chat_id = c.id and m.seq = ${SEEDED}`);
    for (const { uuid, seq } of rows.toSorted((one, other) => one.seq - other.seq)) {
      const who = seq % 2 === 0 ? 'ana' : 'bruno';
      this.note({ uuid, seq, who, where: 'group' }, required(texts[seq - 1], 'text'));
    }
  }

  private note(
    message: Pick<Remaining, 'uuid' | 'seq' | 'who' | 'where'>,
    text: string,
    more: { file?: string | undefined; mentionsAna?: boolean; answers?: Remaining } = {},
  ) {
    const { file, mentionsAna = false, answers } = more;
    const said = [{ text, is: 'shown' as const, over: 0, mentionsAna }];
    const stored = file === undefined ? undefined : { text: file, isThere: true };
    this.model.messages.push({ ...message, said, file: stored, age: 0, answers });
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'say') await this.say(step);
    else if (step.do === 'pass') await this.pass(step.days);
    else if (step.do === 'retain') await this.retain(step.days);
    else if ('on' in step) await this.hold(step.on, step.do === 'hold');
    else if (step.do === 'round') await this.round();
    else if (step.do === 'erase') await this.erase(step.messages);
    else if (step.do === 'answer') await this.answer(step);
    else if ('nth' in step) await this.change(step.do, step.nth);
    else await this.changeGroup(step.do);
    await this.checks.expectModel();
  }

  expectCostly = (): Promise<void> => this.checks.expectCostly();

  private async say({ who, where, withFile, mentions }: Step & { do: 'say' }): Promise<void> {
    const author = where === 'personal' ? 'ana' : who;
    if (!this.model.mayWrite(author, where)) return;
    const [text, file] = [this.nextText(), withFile ? this.nextText() : undefined];
    const by = this.people[author];
    const mentionsAna =
      mentions && !withFile && author === 'bruno' && where === 'group' && this.mayMentionAna();
    const { ana } = this.people;
    const params = { chatId: this.chats[where] };
    const { status, content } = file
      ? await sendFile(by, params.chatId, { bytes: file, fileName: 'a.txt', content: text })
      : await by.call(sendMessage, {
          params,
          body: {
            type: 'TEXT',
            content: mentionsAna ? `${text} @${ana.email}` : text,
            mentionedUserIds: mentionsAna ? [ana.uuid] : [],
          },
        });
    expect(status).toBe(201);
    const { uuid, seq } = firstOf(content);
    this.checks.noteSent(author, where, seq);
    this.note({ uuid, seq, who: author, where }, text, { file, mentionsAna });
  }

  private mayMentionAna = () => this.model.mayWrite('ana', 'group');

  /** Quotes the newest but `nth`, if it is a text of a chat of two or more. */
  private async answer({ who, nth }: Step & { do: 'answer' }): Promise<void> {
    const answers = this.model.messages.at(-1 - nth);
    if (!answers || !shownOf(answers) || answers.file || answers.where === 'personal') return;
    const { uuid: messageId, where } = answers;
    if (!this.model.mayWrite(who, where)) return;
    const text = this.nextText();
    const params = { messageId };
    const reply = await this.people[who].call(replyToMessage, { params, body: { content: text } });
    expect(reply.status).toBe(201);
    const { uuid, seq } = firstOf(reply.content);
    this.checks.noteSent(who, where, seq);
    this.note({ uuid, seq, who, where }, text, { answers });
  }

  /** The newest but `nth`, if it is there still. */
  private async change(what: 'edit' | 'removeOwn' | 'remove', nth: number): Promise<void> {
    const message = this.model.messages.at(-1 - nth);
    if (!message || !shownOf(message)) return;
    const { uuid: messageId, who, where, age } = message;
    if (where !== 'personal' && this.model.group !== 'here') return;
    if (what === 'remove') {
      if (where === 'personal') return;
      const params = { chatId: this.chats[where], messageId };
      expect((await this.app.elena.call(deleteMessage, { params })).status).toBe(200);
      this.model.remove(message);
      return;
    }
    // Whoever is left in a direct chat may still take back what they wrote.
    const mayDelete = who === 'bruno' && what === 'removeOwn';
    if (age > 0 || !(mayDelete || this.model.mayWrite(who, where))) return;
    const params = { messageId };
    if (what === 'edit') {
      const content = this.nextText();
      const reply = await this.people[who].call(editMessage, { params, body: { content } });
      expect(reply.status).toBe(200);
      this.model.edit(message, content);
    } else {
      expect((await this.people[who].call(deleteOwnMessage, { params })).status).toBe(200);
      this.model.removeOwn(message);
    }
  }

  /** All that was said here was said so much earlier. */
  private async pass(days: number): Promise<void> {
    const { db } = this.app.ctx;
    const theirs = sql`(select id from chats where uuid = any(${Object.values(this.chats)}::uuid[]))`;
    const earlier = sql`make_interval(days => ${days}::int)`;
    await db.run(sql`
      update messages set created_at = created_at - ${earlier}, edited_at = edited_at - ${earlier}
      where chat_id in ${theirs}`);
    await db.run(sql`
      update message_originals set since = since - ${earlier}, until = until - ${earlier} where chat_id in ${theirs}`);
    this.model.pass(days);
  }

  private async retain(days: number | null): Promise<void> {
    if (this.model.group !== 'here') return;
    const params = { groupId: this.group.uuid };
    await this.app.elena.call(setGroupRetention, { params, body: { days } });
    this.model.groupDays = days;
  }

  private async hold(on: Holdable, hold: boolean): Promise<void> {
    if (on === 'ana' && this.model.ana === 'erased') return;
    if ((on === 'group' || on === 'direct') && this.model.group === 'erased') return;
    const body = hold ? { hold, reason: REASON } : { hold };
    const { elena } = this.app;
    const { status } =
      on === 'group' || on === 'direct'
        ? await elena.call(holdChat, { params: { chatId: this.chats[on] }, body })
        : await elena.call(holdUser, { params: { userId: this.people[on].uuid }, body });
    expect(status).toBe(200);
    if (hold) this.model.holds.add(on);
    else this.model.holds.delete(on);
  }

  /** All that removes by itself, once. */
  private async round(): Promise<void> {
    const { ctx } = this.app;
    Object.assign(ctx.config, { retentionDays: this.setting ?? undefined });
    if (this.setting !== null || this.model.groupDays !== null)
      await orderRetention(ctx, new Date());
    Object.assign(ctx.config, { retentionDays: undefined });
    await removeAgedOriginals(ctx, new Date());
    await removeReleased(ctx);
    this.model.round();
  }

  private async erase(messages: boolean): Promise<void> {
    if (this.model.ana === 'erased') return;
    const { uuid, email } = this.people.ana;
    const params = { userId: uuid };
    if (this.model.ana === 'here') await this.app.elena.call(deleteUser, { params });
    this.model.ana = 'deleted';
    const { status } = await this.app.elena.call(eraseUser, { params, body: { email, messages } });
    expect(status).toBe(this.model.erase(messages) ? 200 : 409);
  }

  private async changeGroup(what: 'leave' | 'deleteGroup' | 'eraseGroup'): Promise<void> {
    const params = { groupId: this.group.uuid };
    if (what === 'eraseGroup') return this.eraseContent();
    if (what === 'leave' && this.mayMentionAna()) {
      const theirs = { ...params, userId: this.people.ana.uuid };
      const reply = await this.app.elena.call(removeGroupParticipant, { params: theirs });
      expect(reply.status).toBe(200);
      this.model.isAnaInGroup = false;
    }
    if (what === 'deleteGroup' && this.model.group === 'here') {
      expect((await this.app.elena.call(deleteGroup, { params })).status).toBe(200);
      this.model.deleteGroup();
    }
  }

  /** Also where that is refused: the group is there still, or nothing of it is any more. */
  private async eraseContent(): Promise<void> {
    const { model, group } = this;
    const params = { groupId: group.uuid };
    const body = { name: group.name };
    const { status } = await this.app.elena.call(eraseGroup, { params, body });
    if (model.group === 'deleted') expect(status).toBe(model.eraseGroup() ? 200 : 409);
    else expect(status).toBe(model.group === 'here' ? 409 : 404);
  }

  /** Holds of this world would keep things of the next one's rounds. */
  async close(): Promise<void> {
    await this.app.ctx.db.run(sql`delete from holds`);
    await this.app.ctx.db.run(sql`update groups set retention_days = null`);
  }
}
