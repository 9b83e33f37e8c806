import { expect, it } from 'vitest';
import { findSpreadInternals } from './library-internals.mjs';
import { readTexts } from './repo-texts.mjs';
import { inRepo } from './root.mjs';

it('undocumented parts of libraries are used in one file each', () => {
  expect(findSpreadInternals(readTexts(inRepo()))).toEqual([]);
});

it.each([
  ['\nconn.writeBuffer.length', 'writeBuffer', 'packages/server/src/realtime/engine-io.ts'],
  ['\n_handle?: object;', '_handle', 'packages/server/src/http/guards/connections.ts'],
  ['\npool._clients.length', '_clients', 'the one file of its library'],
])('finds %j in another file', (text, found, owner) => {
  const file = 'packages/server/src/realtime/gateway.ts';
  expect(findSpreadInternals([{ file, text }])).toEqual([
    `${file}:2: “${found}” belongs in ${owner}`,
  ]);
  expect(findSpreadInternals([{ file: file.replace('.ts', '.test.ts'), text }])).toEqual([]);
});
