import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepo } from './lib/root.mjs';

const table = readFileSync(inRepo('e2e/administration/rules.md'), 'utf8');
const rows = [...table.matchAll(/^\| (.+) \| `(.+?)` › (.+) \|$/gm)];

describe('the table of the administration’s rules', () => {
  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows.map(([, rule, file, title]) => ({ rule, file, title })))(
    '$rule is guarded by a test that exists',
    ({ file, title }) => {
      expect(existsSync(inRepo(file)), file).toBe(true);
      expect(readFileSync(inRepo(file), 'utf8')).toContain(title);
    },
  );
});
