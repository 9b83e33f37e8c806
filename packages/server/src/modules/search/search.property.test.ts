import { getPersonalChat } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import type { Group } from '@chat/contract/groups';
import { deleteMessage } from '@chat/contract/messages';
import { blockUser, unblockUser, updateUser } from '@chat/contract/users';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  createGroupOf,
  directChatOf,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { assertDraws, DRAWS_TIMEOUT_MS } from '../../../test/draws.ts';
import { eachOf } from '../../../test/each-of.ts';
import { found } from '../../../test/search.ts';
import { sql } from '../../db/database.ts';
import { hitsOf } from './query/match.ts';
import { parseQuery } from './query/parse-query.ts';

const PEOPLE = 4;
const WORDS = [
  'factura',
  'facturas',
  'prefactura',
  'Reunión',
  'reuniones',
  'de',
  'la',
  'año',
  'FRA-2026/0113',
  '👍',
];
const QUERIES = [
  'factura',
  'fac',
  'reunion',
  'reunión factura',
  'de la',
  'de',
  '"de la"',
  'ano',
  'fra-2026',
  'FRA-2026/0113 año',
  '👍',
  'factura -reunion',
  '-factura',
  '-"de la" año',
  'de la fac año reu 👍 fra',
];

let app: TestApp;
let names = 0;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const who = fc.nat({ max: PEOPLE - 1 });
const place = fc.nat({ max: 3 });
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '));
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('send'), who, place, text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave'), who, place: fc.nat({ max: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('join'), who, place: fc.nat({ max: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('block'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteGroup') }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Four people in two groups, with a direct chat and a personal chat. */
class World {
  private readonly people: Client[];
  private readonly groups: Group[];
  private readonly chats: string[];
  private readonly sent: { chatId: string; messageId: string }[] = [];

  private constructor(people: Client[], groups: Group[], chats: string[]) {
    this.people = people;
    this.groups = groups;
    this.chats = chats;
  }

  static async create(): Promise<World> {
    names++;
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) => registerPerson(app, `persona-${names}-${n}`)),
    );
    const [one, other] = [firstOf(people), required(people[1], 'person')];
    const groups = await eachOf(['Uno', 'Dos'], (name) =>
      createGroupOf(app, `${name} ${names}`, people),
    );
    const [first, second] = groups;
    const chats = await Promise.all([
      groupChatOf(one, first),
      groupChatOf(one, second),
      directChatOf(one, other, first),
      one.call(getPersonalChat, {}).then(({ content }) => content.uuid),
    ]);
    return new World(people, groups, chats);
  }

  async take(step: Step): Promise<void> {
    const { elena } = app;
    const person = 'who' in step ? required(this.people[step.who], 'person') : elena;
    const params = { userId: person.uuid };
    const group = this.groups['place' in step ? step.place : 1]?.uuid;
    switch (step.do) {
      case 'send': {
        const { place, text } = step;
        const chatId = required(this.chats[place], 'chat');
        const { status, content } = await sendText(person, chatId, text);
        if (status === 201) this.sent.push({ chatId, messageId: firstOf(content).uuid });
        return;
      }
      case 'delete': {
        const { which } = step;
        const message = this.sent[which % this.sent.length];
        if (message) await elena.call(deleteMessage, { params: message });
        return;
      }
      case 'leave':
        await elena.request('DELETE', `/groups/${group}/users/${person.uuid}`);
        return;
      case 'join':
        await elena.request('POST', `/groups/${group}/users`, { userIds: [person.uuid] });
        return;
      case 'block':
        await elena.call(blockUser, { params });
        await elena.call(unblockUser, { params });
        await person.signIn(person.email);
        return;
      case 'rename': {
        const email = `renombrada-${++names}@empresa.local`;
        await elena.call(updateUser, {
          params,
          body: { firstName: 'Otra', lastName: 'Vez', email },
        });
        person.user = { ...person.user, email };
        return;
      }
      default:
        await elena.request('DELETE', `/groups/${group}`);
    }
  }

  /** The messages that the person may read now, newest first, by the simplest statement over the tables. */
  private async readable(person: Client) {
    return app.ctx.db.many<{ uuid: string; content: string }>(sql`
      select m.uuid, m.content
      from messages m
        join chats c on c.id = m.chat_id
        join chat_members me on me.chat_id = c.id and me.left_at is null
        join users u on u.id = me.user_id and u.uuid = ${person.uuid}
        left join groups g on g.id = c.group_id
      where m.deleted_at is null and g.deleted_at is null
      order by m.created_at desc, m.id desc`);
  }

  async compare(): Promise<void> {
    for (const person of this.people) {
      const all = await this.readable(person);
      for (const q of QUERIES) {
        const query = parseQuery(q, 'Europe/Madrid');
        const expected = all
          .filter(({ content }) => hitsOf(content, query))
          .map(({ uuid }) => uuid);
        const result = await found(app, person, { q, size: '50' });
        const uuids = result.map(({ message }) => message.uuid);
        expect([q, uuids]).toEqual([q, expected.slice(0, 50)]);
      }
    }
  }
}

test(
  'after any history everybody finds what a plain reading of their messages finds',
  () =>
    assertDraws(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (run) => {
      const world = await World.create();
      for (const step of run) await world.take(step);
      await world.compare();
    }),
  DRAWS_TIMEOUT_MS,
);
