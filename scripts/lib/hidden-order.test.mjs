import { expect, it } from 'vitest';
import { findHiddenOrder } from './hidden-order.mjs';
import { readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';

it('the server shows the order in which things happen', () => {
  expect(findHiddenOrder(readTexts(inRepo()))).toEqual([]);
});

it.each([
  ['resolve(row);\nawait undefined;', 'await undefined', 'rests on a microtask'],
  ['\nawait Promise.resolve();', 'await Promise.resolve()', 'rests on a microtask'],
  ['\nqueueMicrotask(announce);', 'queueMicrotask(', 'rests on a microtask'],
  ['\nreadonly #realtime: () => Realtime;', '() => Realtime', 'binds the realtime late'],
  [
    '\nconst hours = of(db, io as () => HoursRealtime);',
    '() => HoursRealtime',
    'binds the realtime late',
  ],
])('finds hidden order in %j', (text, found, what) => {
  const file = 'packages/server/src/modules/chat/room.ts';
  expect(findHiddenOrder([{ file, text }])).toEqual([`${file}:2: “${found}” ${what}`]);
  expect(findHiddenOrder([{ file: file.replace('.ts', '.test.ts'), text }])).toEqual([]);
});
