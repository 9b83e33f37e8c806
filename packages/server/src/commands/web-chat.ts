import { version } from '../shared/version.ts';
import { webChatTexts } from './commands.texts.ts';
import { InstallationError, otherOwner, runAgain, useSettings } from './installation.ts';
import { run as runCommand } from './run.ts';

const MISUSED = 2;

const commands = {
  start: { run: async () => void (await import('../main.ts')), namesFiles: false },
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
  process.exitCode = MISUSED;
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
  process.exitCode = 1;
}
