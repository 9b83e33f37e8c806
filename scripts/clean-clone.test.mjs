import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { inRepo } from './lib/root.mjs';

const scripts = readdirSync(inRepo('scripts')).filter((name) => /^[\w-]+\.mjs$/.test(name));

/** The packages that a file, and what it imports, needs before its first line runs. */
function packagesBefore(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const names = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  return names.flatMap((name) => {
    if (name.startsWith('.')) return packagesBefore(join(dirname(file), name), seen);
    return name.startsWith('node:') ? [] : [name];
  });
}

it.each(scripts)('%s begins on a clean clone, where no package is installed yet', (script) => {
  expect(packagesBefore(inRepo('scripts', script))).toEqual([]);
});
