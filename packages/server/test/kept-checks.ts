import { listGroupChats } from '@chat/contract/chats';
import { createChatExport } from '@chat/contract/data-exports';
import { listMessages, listOriginals } from '@chat/contract/messages';
import { expect } from 'vitest';
import { sql } from '../src/db/database.ts';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';
import { filesWith } from './erasable.ts';
import { exported, fetchExport, ownData, type Zip } from './exports.ts';
import { type KeptModel, ORIGINALS_DAYS, type Remaining, shownOf } from './kept-model.ts';
import type { KeptPlace } from './kept-place.ts';
import type { Author, Where } from './kept-steps.ts';
import { found } from './search.ts';

interface Surroundings extends KeptPlace {
  app: TestApp;
  model: KeptModel;
  /** All texts of this world begin so. */
  prefix: string;
  /** Why something is held. */
  reason: string;
}

const DELETED = 'Mensaje eliminado';
const ERASED = 'Usuario eliminado';
const PAGE = 50;

/** Compares what is there with the model. */
export class KeptChecks {
  private readonly app: TestApp;
  private readonly model: KeptModel;
  private readonly prefix: string;
  private readonly people: Surroundings['people'];
  private readonly group: Surroundings['group'];
  private readonly chats: Surroundings['chats'];
  private readonly reason: string;
  /** The last number that each has sent in a chat, and so seen. */
  private readonly seen = new Map<string, number>();
  /** How each chat was read last. */
  private readonly read = new Map<Where, string>();

  constructor({ app, model, prefix, people, reason, group, chats }: Surroundings) {
    this.app = app;
    this.model = model;
    this.prefix = prefix;
    this.people = people;
    this.reason = reason;
    this.group = group;
    this.chats = chats;
  }

  noteSent(who: Author, where: Where, seq: number): void {
    this.seen.set(`${who} ${where}`, seq);
  }

  /** Reads anew what the last step has changed. */
  async expectModel(): Promise<void> {
    await this.expectTables();
    const wheres = (['group', 'direct', 'personal'] as const).filter((where) => {
      const now = JSON.stringify([this.shownIn(where), this.model.ana, this.model.group]);
      const isNew = this.read.get(where) !== now;
      this.read.set(where, now);
      return isNew;
    });
    await this.expectChats(wheres);
  }

  private async expectChats(wheres: Where[]): Promise<void> {
    if (wheres.length === 0) return;
    const { ana, bruno, carla } = this.people;
    const { model } = this;
    if (wheres.includes('personal') && model.mayRead('ana', 'personal'))
      await this.expectRead(ana, 'personal');
    if (model.group !== 'here') return this.expectClosed();
    if (wheres.includes('group')) await this.expectRead(carla, 'group');
    if (wheres.includes('direct')) {
      if (model.mayRead('ana', 'direct')) await this.expectRead(ana, 'direct');
      await this.expectRead(bruno, 'direct');
    }
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
      where content like ${like}`);
    const expected = this.model.messages
      .flatMap(({ said }) => said.map((one) => ({ text: this.written(one), is: one.is })))
      .filter(({ is }) => is !== 'gone');
    const inOrder = (those: typeof rows) => those.map(({ text, is }) => `${text} ${is}`).sort();
    expect(inOrder(rows)).toEqual(inOrder(expected));
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
  private async expectRead(reader: Client, where: Where): Promise<void> {
    const params = { chatId: this.chats[where] };
    const read: { seq: number; content: string | null; who: string; quote: string | null }[] = [];
    let total = 0;
    for (let page = 1; page === 1 || read.length < total; page++) {
      const reply = await reader.call(listMessages, { params, query: { page: String(page) } });
      total = reply.pagination?.totalElements ?? 0;
      if (reply.content.length === 0) break;
      const { ana, carla } = this.people;
      const { uuid } = ana;
      read.unshift(
        ...reply.content.map((message) => {
          const { seq, content, senderId, senderEmail, replyToMessageContent: quote } = message;
          const { replyToMessageSenderId: quotedId, replyToMessageSenderEmail: quoted } = message;
          for (const [id, email] of [[senderId, senderEmail] as const, [quotedId, quoted] as const])
            expect(email === ERASED).toBe(id === uuid && this.model.ana === 'erased');
          const others = senderId === carla.uuid ? 'carla' : 'bruno';
          return { seq, content, who: senderId === uuid ? 'ana' : others, quote };
        }),
      );
    }
    const expected = this.shownIn(where);
    expect([where, total, read]).toEqual([where, expected.length, expected]);
  }

  private async expectLists(): Promise<void> {
    const params = { groupId: this.group.uuid };
    for (const who of ['carla', 'bruno'] as const) {
      const { content } = await this.people[who].call(listGroupChats, { params });
      for (const where of ['group', 'direct'] as const) {
        if (where === 'direct' && !this.model.mayWrite(who, where)) continue;
        const entry = content.find(({ chatUuid }) => chatUuid === this.chats[where]);
        const shown = this.shownIn(where);
        const seen = this.seen.get(`${who} ${where}`) ?? 0;
        const unread = shown.filter((one) => one.who !== who && one.seq > seen).length;
        expect([who, where, entry?.unreadCount, entry?.lastMessage?.content]).toEqual([
          who,
          where,
          unread,
          shown.at(-1)?.content,
        ]);
      }
    }
  }

  /** The whole once more, and what costs more: pages by their ends, the store, what is found, and what is exported. */
  async expectCostly(): Promise<void> {
    await this.expectChats(['group', 'direct', 'personal']);
    const files = this.model.messages.flatMap(({ file }) => file ?? []);
    for (const { text } of files) {
      const stored = await filesWith(this.app.ctx.config.dataDir, text);
      const there = files.filter((file) => file.text === text && file.isThere);
      expect([text, stored.length]).toEqual([text, there.length]);
    }
    const changed = this.model.messages.filter(
      ({ said }) => said.length > 1 || said[0]?.is !== 'shown',
    );
    for (const message of [...changed.slice(-4), ...this.model.messages.slice(-2)]) {
      for (const { text } of message.said) await this.expectFound(text);
      await this.expectHistory(message);
    }
    await this.expectExported('group');
    await this.expectExported('direct');
    await this.expectOwnData();
    if (this.model.group !== 'here') return;
    await this.expectRead(this.app.elena, 'group');
    await this.expectPages();
  }

  private async expectFound(text: string): Promise<void> {
    const isSaid = (one: Remaining) => shownOf(one)?.text === text;
    const said = this.model.in('group').filter(isSaid);
    const hits = await found(this.app, this.people.carla, text);
    expect([text, hits.length]).toEqual([text, this.model.group === 'here' ? said.length : 0]);
  }

  /** Pages before, after and around messages are full, whatever is gone between them. */
  private async expectPages(): Promise<void> {
    const shown = this.model.in('group').filter(shownOf);
    const pageOf = async (query: object) => {
      const params = { chatId: this.chats.group };
      const { content } = await this.people.carla.call(listMessages, { params, query });
      return content.map(({ seq }) => seq);
    };
    const seqs = shown.map(({ seq }) => seq);
    for (const at of new Set([0, Math.floor(shown.length / 2), shown.length - 1])) {
      const { uuid, seq } = shown[at] ?? {};
      if (!uuid) continue;
      const [before, after] = [seqs.slice(0, at), seqs.slice(at + 1)];
      expect([seq, await pageOf({ before: uuid })]).toEqual([seq, before.slice(-PAGE)]);
      expect([seq, await pageOf({ after: uuid })]).toEqual([seq, after.slice(0, PAGE)]);
      expect([seq, await pageOf({ around: uuid })]).toEqual([
        seq,
        [...before.slice(-PAGE / 2), ...seqs.slice(at).slice(0, PAGE / 2)],
      ]);
    }
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

  private textsIn(zip: Zip): string[] {
    const text = [...zip.values()].map(String).join('\n');
    return [...new Set(text.match(new RegExp(`${this.prefix}\\d{4}`, 'g')))].sort();
  }

  /** A conversation has all that is shown, and all that a hold keeps, in a deleted group that alone. */
  private async expectExported(where: Where): Promise<void> {
    const { model } = this;
    const params = { chatId: this.chats[where] };
    const { elena } = this.app;
    if (model.group === 'erased' || (model.group === 'deleted' && !model.isPartlyKept(where))) {
      expect((await elena.call(createChatExport, { params })).status).toBe(404);
      return;
    }
    const job = await exported(elena, () => elena.call(createChatExport, { params }));
    const expected = model.in(where).flatMap((message) => {
      const isKept = model.isKept(message);
      if (model.group === 'deleted' && !isKept) return [];
      const texts = message.said.filter(({ is }) => is === 'shown' || (isKept && is !== 'gone'));
      const file = message.file?.isThere && (shownOf(message) || isKept) ? [message.file.text] : [];
      return [...texts.map((one) => one.text), ...file];
    });
    const present = this.textsIn(await fetchExport(elena, job));
    expect([where, present]).toEqual([where, [...new Set(expected)].sort()]);
  }

  /** Somebody's own data say nothing of holds, nor what a hold alone keeps. */
  private async expectOwnData(): Promise<void> {
    const zip = await ownData(this.people.bruno);
    const own = this.model.messages.filter((one) => one.who === 'bruno' && shownOf(one));
    const expected = own.flatMap((one) => [
      ...one.said.filter(({ is }) => is === 'shown').map(({ text }) => text),
      ...(one.file ? [one.file.text] : []),
    ]);
    expect(this.textsIn(zip)).toEqual([...new Set(expected)].sort());
    expect([...zip.values()].filter((bytes) => String(bytes).includes(this.reason))).toEqual([]);
  }
}
