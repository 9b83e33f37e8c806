// Loaded into a process that must write the same bytes each time: the clock stands, and nothing is drawn by lot.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const TIME = Date.UTC(2000, 0, 1);

Date.now = () => TIME;
performance.now = () => 0;

/**
 * @template {NodeJS.ArrayBufferView} View
 * @param {View} view
 */
function fill(view) {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).fill(1);
  return view;
}
Object.assign(crypto, { randomFillSync: fill });
Object.assign(Object.getPrototypeOf(crypto.webcrypto), { getRandomValues: fill });
syncBuiltinESMExports();
