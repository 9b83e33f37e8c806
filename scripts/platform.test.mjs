import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRepo } from './lib/root.mjs';

const { scripts } = JSON.parse(readFileSync(inRepo('package.json'), 'utf8'));
const onWindows = `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`;

// The first command for the shell of Windows; later words may be unknown there, such as `exec`.
const first = /^node (\S+)/;

it.each(Object.entries(scripts))(
  'on Windows npm run %s says what to do, in one line',
  (_, script) => {
    const [, file] = first.exec(script) ?? [];
    expect(file, script).toBeDefined();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', onWindows, inRepo(file), '--help'],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/Windows.*WSL.*container/)]);
  },
);
