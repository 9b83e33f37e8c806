import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inRepo } from './lib/root.mjs';
import { changesOf, filesOfOtherVersions, presentVersion, setVersion } from './lib/version.mjs';

const { workspaces } = JSON.parse(readFileSync(inRepo('package.json'), 'utf8'));
const NAMING = [
  'package.json',
  ...workspaces.map((folder) => `${folder}/package.json`),
  'package-lock.json',
  'deploy/kubernetes/chat.yaml',
];

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'version-'));
  for (const file of NAMING) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(inRepo(file), join(root, file));
  }
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    '# Changelog\n\n## 98.10.0 (soon)\n\n## 98.9.0\n\nNew.\n',
  );
});
afterEach(() => rmSync(root, { recursive: true }));

const contents = () => NAMING.map((file) => readFileSync(join(root, file), 'utf8'));

test('all that names the version names the same, and the changelog has an entry for it', () => {
  expect(filesOfOtherVersions(inRepo())).toEqual([]);
  expect(changesOf(inRepo(), presentVersion(inRepo()))).toMatch(/\w/);
});

test('it is set everywhere, and nothing else is', () => {
  const present = presentVersion(root);
  const expected = contents().map((text) => text.replaceAll(`"${present}"`, '"98.9.0"'));
  setVersion(root, '98.9.0');
  expect(presentVersion(root)).toBe('98.9.0');
  expect(contents().slice(0, -2)).toEqual(expected.slice(0, -2));
  expect(contents().at(-1)).toContain('/web-chat:98.9.0');
  expect(filesOfOtherVersions(root)).toEqual([]);
});

test('a file that was left behind is named', () => {
  setVersion(root, '98.9.0');
  cpSync(inRepo('packages/web/package.json'), join(root, 'packages/web/package.json'));
  expect(filesOfOtherVersions(root)).toEqual(['packages/web/package.json']);
});

test.each([
  ['98.9', 'is no version'],
  ['0.0.9', 'is older than'],
  ['98.8.0', 'has no entry'],
  ['98.10.0', 'has no entry'],
])('%s is refused, and nothing is written: it %s', (version, reason) => {
  const before = contents();
  expect(() => setVersion(root, version)).toThrow(reason);
  expect(contents()).toEqual(before);
});
