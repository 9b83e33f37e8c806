import './lib/node-version.mjs';
import { checks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled({ forDevelopers: true });

const results = await Promise.all(
  checks.map(async ({ title, run }) => ({ title, ...(await run()) })),
);

for (const { title, code, output } of results) {
  if (code !== 0) console.error(output);
  console.log(`${code === 0 ? '✔' : '✘'} ${title}`);
}
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
