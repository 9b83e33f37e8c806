import { listGroupChats } from '@chat/contract/chats';
import { createChatExport } from '@chat/contract/data-exports';
import type { Group } from '@chat/contract/groups';
import { listMessages, listOriginals } from '@chat/contract/messages.routes';
import { expect } from 'vitest';
import { sql } from '../src/db/database.ts';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';
import { filesWith } from './erasable.ts';
import { exported, fetchExport } from './exports.ts';
import {
  type Author,
  type KeptModel,
  ORIGINALS_DAYS,
  type Remaining,
  shownOf,
  type Where,
} from './kept-model.ts';
import { found } from './search.ts';

interface Surroundings {
  app: TestApp;
  model: KeptModel;
  /** All texts of this world begin so. */
  prefix: string;
  people: Record<Author | 'carla', Client>;
  group: Group;
  chats: Record<Where, string>;
}

const DELETED = 'Mensaje eliminado';
const ERASED = 'Usuario eliminado';

/** Compares what is there with the model. */
export class KeptChecks {
  private readonly app: TestApp;
  private readonly model: KeptModel;
  private readonly prefix: string;
  private readonly people: Surroundings['people'];
  private readonly group: Group;
  private readonly chats: Surroundings['chats'];
  /** The last number that Bruno has sent in the direct chat, and so seen. */
  private seen = 0;

  constructor({ app, model, prefix, people, group, chats }: Surroundings) {
    this.app = app;
    this.model = model;
    this.prefix = prefix;
    this.people = people;
    this.group = group;
    this.chats = chats;
  }

  noteSent(who: Author, where: Where, seq: number): void {
    if (who === 'bruno' && where === 'direct') this.seen = seq;
  }

  async expectModel(): Promise<void> {
    await this.expectTables();
    const { ana, group, isAnaInGroup } = this.model;
    if (ana === 'here') await this.expectRead('ana', 'personal');
    if (group !== 'here') return this.expectClosed();
    await this.expectRead('carla', 'group');
    if (ana === 'here' && isAnaInGroup) await this.expectRead('ana', 'direct');
    await this.expectRead('bruno', 'direct');
    await this.expectLists();
  }

  /** Nobody reads in the chats of a deleted group. */
  private async expectClosed(): Promise<void> {
    for (const reader of [this.people.carla, this.app.elena]) {
      const params = { chatId: this.chats.group };
      expect((await reader.call(listMessages, { params })).status).toBe(404);
    }
  }

  private written = (one: Remaining['said'][number]) =>
    this.model.written(one, this.people.ana.email);

  private async expectTables(): Promise<void> {
    const like = `${this.prefix}%`;
    const { db } = this.app.ctx;
    const rows = await db.many<{ text: string; is: string }>(sql`
      select content as text, 'shown' as is from messages where content like ${like}
      union all
      select content, case when is_hidden then 'hidden' else 'original' end from message_originals
      where content like ${like} order by 1`);
    const expected = this.model.messages
      .flatMap(({ said }) => said.map((one) => ({ text: this.written(one), is: one.is })))
      .filter(({ is }) => is !== 'gone')
      .sort((one, other) => (one.text < other.text ? -1 : 1));
    expect(rows).toEqual(expected);
    const files = await db.many<{ uuid: string }>(sql`
      select m.uuid from files f join messages m on m.id = f.message_id join chats c on c.id = m.chat_id
      where c.uuid = any(${Object.values(this.chats)}::uuid[])`);
    const there = this.model.messages.filter(({ file }) => file?.isThere);
    expect(files.map(({ uuid }) => uuid).sort()).toEqual(there.map(({ uuid }) => uuid).sort());
  }

  private shownIn = (where: Where) =>
    this.model.in(where).flatMap((message) => {
      const now = shownOf(message);
      const { seq, who, answers } = message;
      return now ? [{ seq, content: this.written(now), who, quote: this.quoteOf(answers) }] : [];
    });

  private quoteOf(answered: Remaining | undefined): string | null {
    const now = answered && shownOf(answered);
    if (now) return this.written(now);
    return answered ? DELETED : null;
  }

  /** All pages, the newest first. */
  private async expectRead(who: Author | 'carla', where: Where): Promise<void> {
    const params = { chatId: this.chats[where] };
    const read: { seq: number; content: string | null; who: string; quote: string | null }[] = [];
    let total = 0;
    for (let page = 1; page === 1 || read.length < total; page++) {
      const reply = await this.people[who].call(listMessages, {
        params,
        query: { page: String(page) },
      });
      total = reply.pagination?.totalElements ?? 0;
      if (reply.content.length === 0) break;
      const { uuid } = this.people.ana;
      read.unshift(
        ...reply.content.map((message) => {
          const { seq, content, senderId, senderEmail, replyToMessageContent: quote } = message;
          const { replyToMessageSenderId: quotedId, replyToMessageSenderEmail: quoted } = message;
          for (const [id, email] of [[senderId, senderEmail] as const, [quotedId, quoted] as const])
            expect(email === ERASED).toBe(id === uuid && this.model.ana === 'erased');
          return { seq, content, who: senderId === uuid ? 'ana' : 'bruno', quote };
        }),
      );
    }
    const expected = this.shownIn(where);
    expect([where, total, read]).toEqual([where, expected.length, expected]);
  }

  private async expectLists(): Promise<void> {
    const params = { groupId: this.group.uuid };
    const entryOf = async (who: Client, where: Where) =>
      (await who.call(listGroupChats, { params })).content.find(
        ({ chatUuid }) => chatUuid === this.chats[where],
      );
    const inGroup = this.shownIn('group');
    const ofCarla = await entryOf(this.people.carla, 'group');
    expect([ofCarla?.unreadCount, ofCarla?.lastMessage?.content]).toEqual([
      inGroup.length,
      inGroup.at(-1)?.content,
    ]);
    if (!this.model.mayWrite('ana', 'direct')) return;
    const unread = this.shownIn('direct').filter(
      ({ seq, who }) => who === 'ana' && seq > this.seen,
    );
    expect((await entryOf(this.people.bruno, 'direct'))?.unreadCount ?? 0).toBe(unread.length);
  }

  /** The same of what costs more: the store, what is found, and what is exported. */
  async expectCostly(): Promise<void> {
    for (const { file } of this.model.messages) {
      if (!file) continue;
      const stored = await filesWith(this.app.ctx.config.dataDir, file.text);
      expect([file.text, stored.length]).toEqual([file.text, file.isThere ? 1 : 0]);
    }
    for (const message of this.model.in('group').slice(-3)) {
      for (const { text, is } of message.said) {
        const hits = await found(this.app, this.people.carla, text);
        const isFound = is === 'shown' && this.model.group === 'here';
        expect([text, hits.length]).toEqual([text, isFound ? 1 : 0]);
      }
    }
    for (const message of this.model.messages.slice(-6)) await this.expectHistory(message);
    if (this.model.group !== 'here') return;
    await this.expectExported('group');
    await this.expectExported('direct');
  }

  /** For administrators: what was said before, for some days, of chats that can be read. */
  private async expectHistory({ uuid: messageId, where, said }: Remaining): Promise<void> {
    const { status, content } = await this.app.elena.call(listOriginals, { params: { messageId } });
    const isOpen = where !== 'personal' && this.model.group === 'here';
    const expected = said
      .filter(({ is, over }) => isOpen && is === 'original' && over < ORIGINALS_DAYS)
      .map(this.written);
    // No row may be left of a message that is gone by age.
    if (!isOpen || (status === 404 && expected.length === 0)) expect(status).toBe(404);
    else expect(content.map((original) => original.content)).toEqual(expected);
  }

  /** A conversation has what is shown, and of what a hold keeps what was said before too. */
  private async expectExported(where: Where): Promise<void> {
    const params = { chatId: this.chats[where] };
    const { elena } = this.app;
    const job = await exported(elena, () => elena.call(createChatExport, { params }));
    const zip = await fetchExport(elena, job);
    const text = [...zip.values()].map(String).join('\n');
    const expected = this.model.in(where).flatMap((message) => {
      const isKept = this.model.isKept(message);
      const texts = message.said.filter(({ is }) => is === 'shown' || (isKept && is !== 'gone'));
      const file = message.file?.isThere && (shownOf(message) || isKept) ? [message.file.text] : [];
      return [...texts.map((one) => one.text), ...file];
    });
    const present = new Set(text.match(new RegExp(`${this.prefix}\\d{4}`, 'g')));
    expect([where, [...present].sort()]).toEqual([where, expected.sort()]);
  }
}
