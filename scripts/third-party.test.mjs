import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepo } from './lib/root.mjs';
import { describeParts } from './lib/sbom.mjs';
import {
  describeThirdParties,
  findThirdPartyProblems,
  placesBelow,
  readLock,
  THIRD_PARTY,
} from './lib/third-party.mjs';

const written = readFileSync(inRepo(THIRD_PARTY), 'utf8');

test('the packages of the page, of the server and of neither are told apart', () => {
  const page = placesBelow(readLock(), ['packages/web']);
  const server = placesBelow(readLock(), ['packages/server']);
  expect(page).toContain('node_modules/react-dom');
  expect(page).toContain('node_modules/emoji-datasource-google');
  expect(page).not.toContain('node_modules/fastify');
  expect(server).toContain('node_modules/fastify');
  for (const tool of ['vite', 'vitest', 'typescript', '@biomejs/biome']) {
    expect([...page, ...server]).not.toContain(`node_modules/${tool}`);
  }
});

test('a package that changed, and one of the page under a licence without its text, are found out', () => {
  const lock = structuredClone(readLock());
  expect(findThirdPartyProblems(written, lock)).toEqual([]);
  const place = 'node_modules/react';
  lock[place] = { ...lock[place], version: '0.0.1', license: 'GPL-3.0-only' };
  expect(findThirdPartyProblems(written, lock)).toEqual([
    'THIRD-PARTY.md is not what is installed: npm run third-party',
    'react is under GPL-3.0-only, whose text is missing',
  ]);
});

test('the document names licence and owner of each, and what is neither code nor a package', () => {
  const document = describeThirdParties();
  expect(document).toMatch(/^\| \[react\]\(.*\) \| [\d.]+ \| MIT \| Copyright \(c\) .+ \|$/m);
  for (const words of ['Noto Emoji', 'OFL-1.1', 'LGPL-3.0-or-later', 'PostgreSQL Licence']) {
    expect(document).toContain(words);
  }
});

test('the list for machines names the product and what it holds, and no tool', async () => {
  const { version, text } = await describeParts();
  const { bomFormat, metadata, components } = JSON.parse(text);
  expect([bomFormat, metadata.component.name, metadata.component.version]).toEqual([
    'CycloneDX',
    'web-chat',
    version,
  ]);
  const names = components.map((/** @type {{ purl: string }} */ { purl }) =>
    purl.replace(/@[^@]*$/, ''),
  );
  expect(names).toEqual(
    expect.arrayContaining(['pkg:npm/fastify', 'pkg:npm/react-dom', 'pkg:npm/%40chat/server']),
  );
  expect(names).not.toContain('pkg:npm/vitest');
});
