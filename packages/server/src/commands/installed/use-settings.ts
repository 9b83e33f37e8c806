import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { webChatTexts } from '../web-chat.texts.ts';

/** Why a command cannot work on this installation; its message is the one line that people see. */
export class InstallationError extends Error {}

const PROGRAM = fileURLToPath(new URL('../../../../..', import.meta.url));
/** The service's: one file that the server, people and cron all find. */
const SERVICE = { file: '/etc/web-chat.env', dataDir: '/var/lib/web-chat' };

/** A checkout has settings of its own, whatever service its machine runs. */
const isCheckout = () => existsSync(resolve(PROGRAM, 'packages/server/src'));

function findFile(named: string | undefined): string {
  if (named) return resolve(named);
  if (!isCheckout() && existsSync(SERVICE.file)) return SERVICE.file;
  return resolve(PROGRAM, '.env');
}

function readFile(file: string, isNamed: boolean) {
  if (!isNamed && !existsSync(file)) return {};
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    throw new InstallationError(webChatTexts.unreadableSettings(file));
  }
}

// Node looks at it before its first line.
const EARLY = 'NODE_EXTRA_CA_CERTS';

/**
 * Puts the installation's settings into the environment, below what stands there, wherever the command was called. True
 * where one of them comes too late for this process.
 */
export function useSettings(option: string | undefined): boolean {
  const isKnown = process.env[EARLY] !== undefined;
  const named = option ?? process.env.SETTINGS_FILE;
  const file = findFile(named);
  for (const [name, value] of Object.entries(readFile(file, Boolean(named)))) {
    process.env[name] ??= value;
  }
  const { dataDir } = file === SERVICE.file ? SERVICE : { dataDir: 'data' };
  process.env.DATA_DIR = resolve(dirname(file), process.env.DATA_DIR || dataDir);
  // It is read, and a `.env` of the folder where somebody happens to be is none of this installation's.
  process.env.SETTINGS_FILE = '/dev/null';
  return !isKnown && process.env[EARLY] !== undefined;
}
