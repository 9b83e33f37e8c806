import './lib/node-version.mjs';
import { beginBuild } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { importServer, inRepo } from './lib/root.mjs';

// `node scripts/command.mjs NAME [ARGUMENT…]`: the product of a checkout, from a fresh clone to a running server
// (rules/installation 1).
const [name = '', ...args] = process.argv.slice(2);

/** A command for operators. */
const operate = async () => (await importServer('start.js')).runCommand(name, args);

/** @type {Record<string, () => Promise<void>>} */
const commands = {
  build: async () => {},
  demo: () =>
    serveApart('./demo-data', async () => {
      const { seedDemo } = await importServer('company/seed-demo.js');
      await seedDemo();
    }),
  seed: () =>
    serveApart('./seed-data', async () => {
      const { seedSize } = await importServer('company/seed-size.js');
      await seedSize(args);
    }),
  schema: async () => {
    const { dumpSchema } = await importServer('db/describe-schema.js');
    await dumpSchema(inRepo('packages/server/schema.sql'));
  },
  admin: operate,
  backup: operate,
  restore: operate,
  'web-chat': async () => {
    // `bin/web-chat`. A command may run itself once more: from here on it is as it is in a release.
    const file = 'commands/web-chat.js';
    process.argv.splice(1, 2, inRepo('packages/server/dist', file));
    await importServer(file);
  },
};

/**
 * Fills a place of its own with an invented company and serves it.
 *
 * @param {string} dataDir
 * @param {() => Promise<void>} fill
 */
async function serveApart(dataDir, fill) {
  // Only a database named for this very call is filled, never the one a `.env` keeps for real work.
  if (!process.env.DATABASE_URL) {
    process.env.DATABASE_URL = '';
    process.env.DATA_DIR = dataDir;
  }
  // A visitor of the demo comes from a browser that nobody could have approved.
  process.env.DEVICE_APPROVAL ??= 'off';
  await fill();
  await importServer('main.js');
}

await ensureInstalled();
const { pageBuilt } = await beginBuild();
if (name === 'start') {
  const { start } = await importServer('start.js');
  await start(pageBuilt);
} else {
  await pageBuilt;
  const command = commands[name];
  if (!command) throw new Error(`There is no command ${name}`);
  await command();
}
