import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';

const starter = `
  const { startServer } = await import('./support/server.ts');
  console.log((await startServer()).url);
  process.exit(1);`;

test('a server that nobody has stopped ends with the process that started it', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', starter];
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(url).toMatch(/^http:/);
  const answer = () =>
    fetch(url.trim()).then(
      () => 'there',
      () => 'gone',
    );
  await expect.poll(answer).toBe('gone');
});
