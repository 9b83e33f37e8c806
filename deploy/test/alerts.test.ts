import { expect, test } from 'vitest';
import { findPromtool } from '../../scripts/lib/find-program.mjs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';

const promtool = (...args: string[]) => run(findPromtool(), args);

test('Prometheus takes the rules', async () => {
  const { code, output } = await promtool(
    'check',
    'rules',
    inRepo('deploy/monitoring/chat.rules.yml'),
  );
  expect([code, output]).toEqual([0, expect.stringMatching(/SUCCESS: \d+ rules found/)]);
});

test('each alert fires when it should, and not before', async () => {
  const { code, output } = await promtool(
    'test',
    'rules',
    inRepo('deploy/test/chat.rules.test.yml'),
  );
  expect([code, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
});
