import { existsSync, readdirSync } from 'node:fs';
import { inRepo } from './root.mjs';
import { runTool } from './run.mjs';

const colours = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`;

/** What a machine can say about the code without running it: each gives `{ code, output }`. */
export const checks = [
  {
    title: 'Types',
    run: () => runTool('typescript/bin/tsc', ['-b', '--pretty', 'false']),
  },
  {
    title: 'Lint, format and import rules',
    run: () => runTool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', colours]),
  },
  {
    title: 'Dead code and dependencies',
    run: () => runTool('knip/bin/knip.js', ['--no-progress']),
  },
  { title: 'Every routes file has its test', run: routesHaveTests },
];

async function routesHaveTests() {
  const missing = readdirSync(inRepo('packages/server/src/features'), { recursive: true })
    .filter((file) => file.endsWith('.routes.ts'))
    .map((file) => `packages/server/src/features/${file.replace(/\.ts$/, '.test.ts')}`)
    .filter((test) => !existsSync(inRepo(test)));
  return { code: missing.length, output: missing.map((test) => `missing: ${test}`).join('\n') };
}
