import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path inside the repository. */
export function inRepo(...parts) {
  return join(fileURLToPath(new URL('../..', import.meta.url)), ...parts);
}
