import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { codeOf, exitCodes } from '../shared/errors.ts';
import { version } from '../shared/version.ts';
import { runCommand, start } from '../start.ts';
import { webChatTexts } from './commands.texts.ts';

/** Why a command cannot work on this installation; its message is the one line that people see. */
class InstallationError extends Error {}

const PROGRAM = fileURLToPath(new URL('../../../..', import.meta.url));
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
function useSettings(option: string | undefined): boolean {
  const isKnown = process.env[EARLY] !== undefined;
  const named = option ?? process.env.SETTINGS_FILE;
  const file = findFile(named);
  for (const [name, value] of Object.entries(readFile(file, Boolean(named)))) {
    process.env[name] ??= value;
  }
  const { dataDir } = file === SERVICE.file ? SERVICE : { dataDir: 'data' };
  process.env.DATA_DIR = resolve(dirname(file), process.env.DATA_DIR || dataDir);
  // The settings are read by now, and a `.env` of the folder where somebody happens to be is none of this
  // installation's.
  process.env.SETTINGS_FILE = '/dev/null';
  return !isKnown && process.env[EARLY] !== undefined;
}

interface User {
  uid: number;
  gid: number;
}

/** A program's name, and how it is started. */
interface Start {
  line: string[];
  user?: User;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// Root names any file, in a folder of its own, too. Files written there belong to the data's user all the same.
const ANY_FILE = '+dac_override,+dac_read_search';

/** The owner of the data, where root calls and the owner is somebody else. */
function otherOwner(dataDir: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = statSync(dataDir, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function startAs(user: User, program: string[], namesFiles: boolean): Start {
  const rights = namesFiles ? [`--inh-caps=${ANY_FILE}`, `--ambient-caps=${ANY_FILE}`] : [];
  const change = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...rights];
  const { status } = spawnSync('setpriv', [...change, 'true'], { stdio: 'ignore' });
  // Some systems, and some containers, have no such thing: then as the user with no more than their rights.
  return status === 0 ? { line: ['setpriv', ...change, ...program] } : { line: program, user };
}

/**
 * Runs this command anew in a process that has the settings from its beginning, as the user whose data these are when
 * root called it: a copy that a server makes for root, or files that root restores, would be closed to one of the two.
 */
async function runAgain(owner: User | undefined, namesFiles: boolean): Promise<void> {
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { line, user } = owner ? startAs(owner, program, namesFiles) : { line: program };
  const [command = '', ...args] = line;
  try {
    process.exitCode = await exitOf(spawn(command, args, { stdio: 'inherit', ...user }));
  } catch (error) {
    const isRefused = owner && codeOf(error) === 'EPERM';
    throw isRefused ? new InstallationError(webChatTexts.noChange(owner.uid)) : error;
  }
}

function exitOf(child: ChildProcess): Promise<number> {
  for (const name of SIGNALS) process.on(name, () => child.kill(name));
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    );
    child.once('error', reject);
  });
}

const commands = {
  start: { run: () => start(), namesFiles: false },
  admin: { run: (args: string[]) => runCommand('admin', args), namesFiles: false },
  backup: { run: (args: string[]) => runCommand('backup', args), namesFiles: true },
  restore: { run: (args: string[]) => runCommand('restore', args), namesFiles: true },
};

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

/** Takes `--settings FILE` out of the words, wherever it stands. */
function readWords(words: string[]): { file: string | undefined; rest: string[] } {
  const at = words.indexOf('--settings');
  if (at < 0) return { file: undefined, rest: words };
  const file = words[at + 1];
  return { file: file ?? '', rest: words.toSpliced(at, 2) };
}

function refuse(reason: string): void {
  console.error(`${reason}\n${webChatTexts.seeHelp}`);
  process.exitCode = exitCodes.misused;
}

async function run(words: string[]): Promise<void> {
  const { file, rest } = readWords(words);
  const [name, ...args] = rest;
  if (name === '--help' || name === '-h') return console.log(webChatTexts.help);
  if (name === '--version') return console.log(version);
  if (file === '') return refuse(webChatTexts.missingFile);
  if (name === undefined) return refuse(webChatTexts.missingCommand);
  if (!isCommand(name)) return refuse(webChatTexts.unknownCommand(name));
  const isLate = useSettings(file);
  const owner = otherOwner(process.env.DATA_DIR ?? '');
  const command = commands[name];
  if (isLate || owner) await runAgain(owner, command.namesFiles);
  else await command.run(args);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof InstallationError)) throw error;
  console.error(error.message);
  process.exitCode = exitCodes.failed;
}
