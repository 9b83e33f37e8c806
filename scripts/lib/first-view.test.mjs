import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { firstViews } from './first-view.mjs';

let folder;

const pages = {
  'index.html': { file: 'index.js', imports: ['core'] },
  'src/app/layout/main-layout.tsx': { file: 'layout.js', imports: ['core'] },
  'src/pages/user-groups-chat.page.tsx': { file: 'chat.js', imports: ['core'] },
};

function built(sizes) {
  for (const [file, size] of Object.entries(sizes))
    writeFileSync(join(folder, file), 'x'.repeat(size));
  const login = { file: 'login.js', imports: ['core'], dynamicImports: ['later'] };
  const manifest = {
    ...pages,
    'src/pages/auth-login.page.tsx': login,
    core: { file: 'core.js' },
    later: { file: 'later.js' },
  };
  writeFileSync(join(folder, 'index.html'), 'index.js layout.js chat.js core.js');
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
}

const small = { 'index.js': 1000, 'layout.js': 1000, 'chat.js': 1000, 'login.js': 1000 };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'first-view-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('weighs what a page imports statically once, compressed, and nothing that comes later', async () => {
  built({ ...small, 'core.js': 900_000, 'core.js.br': 60_000, 'later.js': 900_000 });
  const { passed, failed, notes } = await firstViews(folder);
  expect({ passed, failed }).toEqual({ passed: 2, failed: 0 });
  expect(notes[0]).toBe('sign-in page: 62.0 of 81 kB in 3 scripts');
});

it('fails a page that became too heavy, and says which', async () => {
  built({ ...small, 'core.js': 150_000 });
  const { passed, failed, output } = await firstViews(folder);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(output).toContain('sign-in page');
});

it('fails a page whose start builds schemas, which only forms need', async () => {
  built({ ...small, 'core.js': 10, 'later.js': 10 });
  writeFileSync(join(folder, 'later.js'), 'make("ZodObject")');
  expect(await firstViews(folder)).toMatchObject({ passed: 2, failed: 0 });
  writeFileSync(join(folder, 'chat.js'), 'make("ZodObject")');
  const { failed, output } = await firstViews(folder);
  expect(failed).toBe(1);
  expect(output).toContain('user-groups-chat.page');
});

it('fails a chat whose files the entry does not name, for they would come one after the other', async () => {
  built({ ...small, 'core.js': 10 });
  writeFileSync(join(folder, 'index.html'), 'index.js layout.js core.js');
  const { failed, output } = await firstViews(folder);
  expect(failed).toBe(1);
  expect(output).toContain('user-groups-chat.page');
});

it('does not pass a page that the build no longer has', async () => {
  built({ ...small, 'core.js': 10 });
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  await expect(firstViews(folder)).rejects.toThrow('index.html');
});
