import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { codeOf } from '../../shared/errors.ts';
import { webChatTexts } from '../web-chat.texts.ts';
import { InstallationError } from './use-settings.ts';

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
// Root names any file, in a folder of its own, too. What is written there belongs to the data's user all the same.
const ANY_FILE = '+dac_override,+dac_read_search';

/** Whose the data are, where that is somebody else than the root who calls. */
export function otherOwner(dataDir: string): User | undefined {
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
 * Runs this command anew in a process that has the settings from its beginning, as the user whose data these are when root
 * called it: a copy that a server makes for root, or files that root restores, would be closed to one of the two.
 */
export async function runAgain(owner: User | undefined, namesFiles: boolean): Promise<void> {
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
