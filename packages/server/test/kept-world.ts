import { firstOf, required } from '@chat/contract/checks';
import {
  deleteGroup,
  type Group,
  removeGroupParticipant,
  setGroupRetention,
} from '@chat/contract/groups';
import { eraseGroup, eraseUser, holdChat, holdUser } from '@chat/contract/holds';
import { deleteMessage, deleteOwnMessage } from '@chat/contract/messages';
import { deleteUser } from '@chat/contract/users';
import {
  type CreatedMessage,
  editMessage,
  replyToMessage,
  sendMessage,
} from '@chat/contract/writing';
import { expect } from 'vitest';
import { sql } from '../src/db/database.ts';
import { removeReleased } from '../src/modules/chat/holds/holds.actions.ts';
import { removeAgedOriginals } from '../src/modules/chat/messages/edit-message.actions.ts';
import { orderRetention } from '../src/modules/chat/retention/retention.actions.ts';
import type { TestApp } from './build-app.ts';
import type { Reply } from './client.ts';
import { sendFile } from './files.ts';
import { KeptChecks } from './kept-checks.ts';
import { isLeft, KeptModel, type Remaining, shownOf } from './kept-model.ts';
import { createPlace, type KeptPlace, seedGroup } from './kept-place.ts';
import type { Holdable, Step } from './kept-steps.ts';

/** More than a page. */
const SEEDED = 60;
const REASON = 'Requerimiento del juzgado';

/** The place with the model beside it. */
export class KeptWorld {
  private static worlds = 0;
  private readonly app: TestApp;
  private readonly model: KeptModel;
  private readonly setting: number | null;
  private readonly prefix = `w${String(KeptWorld.worlds++).padStart(3, '0')}x`;
  private people!: KeptPlace['people'];
  private group!: Group;
  private chats!: KeptPlace['chats'];
  private checks!: KeptChecks;
  private texts = 0;

  private constructor(app: TestApp, setting: number | null) {
    this.app = app;
    this.setting = setting;
    this.model = new KeptModel(setting);
  }

  static async create(app: TestApp, setting: number | null): Promise<KeptWorld> {
    const world = new KeptWorld(app, setting);
    const { prefix, model } = world;
    const place = await createPlace(app, prefix);
    Object.assign(world, place);
    world.checks = new KeptChecks({ ...place, app, model, prefix, reason: REASON });
    await world.seed(place);
    return world;
  }

  private nextText = () => `${this.prefix}${String(++this.texts).padStart(4, '0')}`;

  private async seed(place: KeptPlace): Promise<void> {
    const texts = Array.from({ length: SEEDED }, this.nextText);
    const uuids = await seedGroup(this.app, place, texts);
    for (const who of ['ana', 'bruno'] as const) this.checks.noteSent(who, 'group', SEEDED);
    for (const [at, uuid] of uuids.entries()) {
      const who = at % 2 === 0 ? 'bruno' : 'ana';
      this.note({ uuid, seq: at + 1, who, where: 'group' }, required(texts[at], 'text'));
    }
  }

  async take(step: Step): Promise<void> {
    if (await this.carryOut(step)) await this.checks.expectModel();
  }

  expectCostly = (): Promise<void> => this.checks.expectCostly();

  /** False where it cannot be taken as things stand. */
  private carryOut(step: Step): Promise<boolean> {
    if ('on' in step) return this.hold(step.on, step.do === 'hold');
    if (step.do === 'say') return this.say(step);
    if (step.do === 'answer') return this.answer(step);
    if (step.do === 'forward') return this.forward(step);
    if (step.do === 'pass') return this.pass(step.days);
    if (step.do === 'retain') return this.retain(step.days);
    if (step.do === 'erase') return this.erase(step.messages);
    if ('nth' in step) return this.change(step.do, step.nth);
    return this[step.do]();
  }

  /** Notes a message that was sent: by whom, where, and what it says. */
  private noteSent(
    { status, content }: Reply<CreatedMessage[]>,
    message: Pick<Remaining, 'who' | 'where'>,
    text: string,
    more: Parameters<KeptWorld['note']>[2] = {},
  ): true {
    expect(status).toBe(201);
    const { uuid, seq } = firstOf(content);
    this.checks.noteSent(message.who, message.where, seq);
    this.note({ ...message, uuid, seq }, text, more);
    return true;
  }

  private note(
    message: Pick<Remaining, 'uuid' | 'seq' | 'who' | 'where'>,
    text: string,
    more: {
      file?: string | undefined;
      mentionsAna?: boolean;
      answers?: Remaining;
      isForwarded?: boolean;
    } = {},
  ) {
    const { file, mentionsAna = false, answers, isForwarded = false } = more;
    const said = [{ text, is: 'shown' as const, over: 0, mentionsAna }];
    const stored = file === undefined ? undefined : { text: file, isThere: true };
    this.model.messages.push({ ...message, said, file: stored, age: 0, answers, isForwarded });
  }

  private async say({ who, where, withFile, mentions }: Step & { do: 'say' }): Promise<boolean> {
    const author = where === 'personal' ? 'ana' : who;
    if (!this.model.mayWrite(author, where)) return false;
    const [text, file] = [this.nextText(), withFile ? this.nextText() : undefined];
    const { ana, [author]: by } = this.people;
    const isToAll = where === 'group' && author !== 'ana' && this.model.mayWrite('ana', 'group');
    const mentionsAna = mentions && !withFile && isToAll;
    const params = { chatId: this.chats[where] };
    const body = {
      type: 'TEXT' as const,
      content: mentionsAna ? `${text} @${ana.email}` : text,
      mentionedUserIds: mentionsAna ? [ana.uuid] : [],
    };
    const reply = file
      ? await sendFile(by, params.chatId, { bytes: file, fileName: 'a.txt', content: text })
      : await by.call(sendMessage, { params, body });
    return this.noteSent(reply, { who: author, where }, text, { file, mentionsAna });
  }

  /** Quotes a text of a chat of two or more. */
  private async answer({ who, nth }: Step & { do: 'answer' }): Promise<boolean> {
    const answers = this.model.pick(
      nth,
      ({ file, where }) => !file && where !== 'personal' && this.model.mayWrite(who, where),
    );
    if (!answers) return false;
    const { uuid: messageId, where } = answers;
    const content = this.nextText();
    const params = { messageId };
    const reply = await this.people[who].call(replyToMessage, { params, body: { content } });
    return this.noteSent(reply, { who, where }, content, { answers });
  }

  /** A copy, which says the same and has the same file. */
  private async forward({ who, nth, where }: Step & { do: 'forward' }): Promise<boolean> {
    if (!this.model.mayWrite(who, where)) return false;
    const from = this.model.pick(
      nth,
      (one) => this.model.mayRead(who, one.where) && !shownOf(one)?.mentionsAna,
    );
    if (!from) return false;
    const text = required(shownOf(from), 'shown').text;
    const path = `/chats/${this.chats[where]}/messages`;
    const body = { forwardedFrom: from.uuid, referenceId: crypto.randomUUID() };
    const reply = await this.people[who].request<CreatedMessage[]>('POST', path, body);
    const more = { file: from.file?.text, isForwarded: true };
    return this.noteSent(reply, { who, where }, text, more);
  }

  private async change(what: 'edit' | 'removeOwn' | 'remove', nth: number): Promise<boolean> {
    const message = this.model.pick(nth, (one) => this.model.isChangeable(what, one));
    if (!message) return false;
    const { uuid: messageId, who, where } = message;
    const { [who]: author } = this.people;
    const params = { messageId };
    if (what === 'edit') {
      const content = this.nextText();
      const body = { content, mentionedUserIds: [] };
      expect((await author.call(editMessage, { params, body })).status).toBe(200);
      this.model.edit(message, content);
    } else if (what === 'removeOwn') {
      expect((await author.call(deleteOwnMessage, { params })).status).toBe(200);
      this.model.removeOwn(message);
    } else {
      const { elena } = this.app;
      const there = { chatId: this.chats[where], messageId };
      expect((await elena.call(deleteMessage, { params: there })).status).toBe(200);
      this.model.remove(message);
    }
    return true;
  }

  /** All that was said here was said so much earlier. */
  private async pass(days: number): Promise<boolean> {
    const { db } = this.app.ctx;
    const theirs = sql`(select id from chats where uuid = any(${Object.values(this.chats)}::uuid[]))`;
    const earlier = sql`make_interval(days => ${days}::int)`;
    await db.run(sql`
      update messages set created_at = created_at - ${earlier}, edited_at = edited_at - ${earlier}
      where chat_id in ${theirs}`);
    await db.run(sql`
      update message_originals set since = since - ${earlier}, until = until - ${earlier} where chat_id in ${theirs}`);
    this.model.pass(days);
    return true;
  }

  private async retain(days: number | null): Promise<boolean> {
    if (this.model.group !== 'here' || this.model.groupDays === days) return false;
    const params = { groupId: this.group.uuid };
    await this.app.elena.call(setGroupRetention, { params, body: { days } });
    this.model.groupDays = days;
    return true;
  }

  private async hold(on: Holdable, hold: boolean): Promise<boolean> {
    if (this.model.holds.has(on) === hold) return false;
    if (on === 'ana' && this.model.ana === 'erased') return false;
    if ((on === 'group' || on === 'direct') && this.model.group === 'erased') return false;
    const body = hold ? { hold, reason: REASON } : { hold };
    const { elena } = this.app;
    const { status } =
      on === 'group' || on === 'direct'
        ? await elena.call(holdChat, { params: { chatId: this.chats[on] }, body })
        : await elena.call(holdUser, { params: { userId: this.people[on].uuid }, body });
    expect(status).toBe(200);
    if (hold) this.model.holds.add(on);
    else this.model.holds.delete(on);
    return true;
  }

  /** All that removes by itself, once. */
  private async round(): Promise<boolean> {
    const { ctx } = this.app;
    Object.assign(ctx.config, { retentionDays: this.setting ?? undefined });
    if (this.setting !== null || this.model.groupDays !== null)
      await orderRetention(ctx, new Date());
    Object.assign(ctx.config, { retentionDays: undefined });
    await removeAgedOriginals(ctx, new Date());
    await removeReleased(ctx);
    this.model.round();
    return true;
  }

  private async erase(messages: boolean): Promise<boolean> {
    if (this.model.ana === 'erased') return false;
    const { uuid, email } = this.people.ana;
    const params = { userId: uuid };
    if (this.model.ana === 'here') await this.app.elena.call(deleteUser, { params });
    this.model.ana = 'deleted';
    const { status } = await this.app.elena.call(eraseUser, { params, body: { email, messages } });
    expect(status).toBe(this.model.erase(messages) ? 200 : 409);
    return true;
  }

  private async leave(): Promise<boolean> {
    if (!this.model.mayWrite('ana', 'group')) return false;
    const params = { groupId: this.group.uuid, userId: this.people.ana.uuid };
    expect((await this.app.elena.call(removeGroupParticipant, { params })).status).toBe(200);
    this.model.isAnaInGroup = false;
    return true;
  }

  private async endGroup(): Promise<boolean> {
    const { model, group, app } = this;
    // Whether a hold stops it that keeps nothing there any more is left open.
    const ofCarla = model.in('group').filter(({ who }) => who === 'carla');
    if (model.holds.has('carla') && ofCarla.length > 0 && !ofCarla.some(isLeft)) return false;
    const params = { groupId: group.uuid };
    const body = { name: group.name };
    const erase = async () => (await app.elena.call(eraseGroup, { params, body })).status;
    if (model.group === 'deleted') expect(await erase()).toBe(model.eraseGroup() ? 200 : 409);
    else expect(await erase()).toBe(model.group === 'here' ? 409 : 404);
    if (model.group === 'here') {
      expect((await app.elena.call(deleteGroup, { params })).status).toBe(200);
      model.deleteGroup();
    }
    return true;
  }

  /** Holds of this world would keep things of the next one's rounds. */
  async close(): Promise<void> {
    await this.app.ctx.db.run(sql`delete from holds`);
    await this.app.ctx.db.run(sql`update groups set retention_days = null`);
  }
}
