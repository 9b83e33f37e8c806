import './lib/node-version.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runTool } from './lib/run.mjs';

await ensureInstalled({ forDevelopers: true });

// The page is served by Vite here, so that is where the socket's browser comes from.
const env = { PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://127.0.0.1:5173' };
const watched = ['watch', '--conditions=source', 'packages/server/src/main.ts'];

const first = await Promise.race([
  runTool('tsx/dist/cli.mjs', watched, { env, show: true }),
  runTool('vite/bin/vite.js', ['packages/web'], { show: true }),
]);
// Leaving ends the other one.
process.exit(first.code);
