import { importServer } from './root.mjs';

/**
 * Fills a place of its own with an invented company and serves it.
 *
 * @param {string} dataDir
 * @param {() => Promise<void>} fill
 */
export async function serveApart(dataDir, fill) {
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
