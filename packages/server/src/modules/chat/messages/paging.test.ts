import { firstOf, required } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';

const COUNT = 120;

let app: TestApp;
let cast: Cast;
let chat: string;
let uuids: string[];
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  chat = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  uuids = [];
  for (let i = 1; i <= COUNT; i++) {
    const [created] = (await sendText(i % 3 ? cast.ana : cast.bruno, chat, `${i}`)).content;
    uuids.push(required(created, 'created').uuid);
  }
});
afterAll(() => app.close());

const read = async (query: Record<string, string | number>) => {
  const reply = await cast.bruno.call(listMessages, {
    params: { chatId: chat },
    query,
  });
  return { ...reply, seqs: reply.content?.map(({ seq }) => seq) };
};
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
const at = (seq: number) => required(uuids[seq - 1], 'uuid');

describe('page', () => {
  test.each([
    [undefined, 71, 120],
    ['1', 71, 120],
    ['2', 21, 70],
    ['3', 1, 20],
    ['4', 1, 0],
    ['999999999', 1, 0],
  ])('%s: pages of 50, the first the newest, each oldest first', async (page, from, to) => {
    const { status, seqs } = await read(page ? { page } : {});
    expect([status, seqs]).toEqual([200, range(from, to)]);
  });

  test('says how many there are', async () => {
    const { pagination } = await read({ page: '2' });
    expect(pagination).toEqual({ page: 2, size: 50, totalElements: COUNT, totalPages: 3 });
  });

  test.each(['0', '-1', 'uno', '1.5', '', '1e3', '9999999999999'])('%j is 422', async (page) => {
    const reply = await read({ page });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['page']]);
  });
});

describe('size', () => {
  test.each(['0', '201', '-1', 'diez'])('%j is out of range: 422', async (size) => {
    const reply = await read({ size });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['size']]);
  });

  test.each(['1', '200'])('%j: pages stay those of 50', async (size) => {
    const { seqs, pagination } = await read({ size });
    expect([seqs, pagination?.size]).toEqual([range(71, 120), 50]);
  });
});

describe('before, after and around', () => {
  test('before: the 50 just before it, oldest first', async () => {
    expect((await read({ before: at(71) })).seqs).toEqual(range(21, 70));
    expect((await read({ before: at(11) })).seqs).toEqual(range(1, 10));
    expect((await read({ before: at(1) })).seqs).toEqual([]);
  });

  test('after: the next 50, oldest first', async () => {
    expect((await read({ after: at(1) })).seqs).toEqual(range(2, 51));
    expect((await read({ after: at(110) })).seqs).toEqual(range(111, 120));
    expect((await read({ after: at(120) })).seqs).toEqual([]);
  });

  test.each([
    [60, 35, 84],
    [26, 1, 50],
    [3, 1, 27],
    [120, 95, 120],
  ])('around %i: the message in the middle of its page, oldest first', async (seq, from, to) => {
    const { status, seqs, pagination } = await read({ around: at(seq) });
    expect([status, seqs, pagination]).toEqual([200, range(from, to), null]);
  });

  test('around a place in the chat, told by its number, also beyond either end', async () => {
    expect((await read({ aroundSeq: 60 })).seqs).toEqual(range(35, 84));
    expect((await read({ aroundSeq: 1 })).seqs).toEqual(range(1, 25));
    expect((await read({ aroundSeq: 500 })).seqs).toEqual(range(96, 120));
    expect((await read({ aroundSeq: 0 })).status).toBe(422);
  });

  test('an id in capitals is the same id', async () => {
    expect((await read({ before: at(3).toUpperCase() })).seqs).toEqual([1, 2]);
  });

  test.each([NOBODY, 'no-es-un-uuid', '', '\u0000', '7'])(
    'an unknown one is 404: %j',
    async (id) => {
      expect((await read({ before: id })).status).toBe(404);
      expect((await read({ after: id })).status).toBe(404);
      expect((await read({ around: id })).status).toBe(404);
    },
  );

  test('one of another chat is unknown', async () => {
    const [other] = (await sendText(cast.ana, cast.ventasChat, 'Hola')).content;
    expect((await read({ after: required(other, 'other').uuid })).status).toBe(404);
    expect((await read({ around: required(other, 'other').uuid })).status).toBe(404);
  });

  test('walking does not drift while messages arrive', async () => {
    const first = await read({});
    await sendText(cast.ana, chat, 'Mientras tanto');
    const second = await read({ before: firstOf(first.content).uuid });
    expect(second.seqs?.at(-1)).toBe(required(first.seqs?.[0], 'seq') - 1);
  });
});

describe('who may read', () => {
  test('reading marks nothing, neither by the reader nor by an administrator', async () => {
    const other = await directChatOf(cast.ana, cast.carla, cast.ventas);
    await sendText(cast.ana, other, 'Hola');
    const params = { chatId: other };
    for (const client of [cast.carla, app.elena, cast.ana]) {
      const { content } = await client.call(listMessages, { params });
      expect(content.map(({ status }) => status)).toEqual(['SENT']);
    }
  });
});
