import { parseArgs } from 'node:util';
import type { ExportedTo } from '../../modules/audit/chain/verify.ts';
import { UsageError } from '../../shared/errors.ts';
import { adminTexts } from '../commands.texts.ts';

const options = {
  help: { type: 'boolean', short: 'h' },
  email: { type: 'string' },
  password: { type: 'string' },
  code: { type: 'string' },
  to: { type: 'string' },
  lost: { type: 'boolean' },
} as const;

// The arguments of each command.
const commands = {
  'create-admin': { takes: ['email', 'password'], needsEmail: true, words: 0 },
  'set-password': { takes: ['email', 'password'], needsEmail: true, words: 0 },
  devices: { takes: ['email'], needsEmail: false, words: 0 },
  'approve-device': { takes: ['email', 'code'], needsEmail: false, words: 1 },
  'totp-off': { takes: ['email'], needsEmail: true, words: 0 },
  block: { takes: ['email'], needsEmail: true, words: 0 },
  unblock: { takes: ['email'], needsEmail: true, words: 0 },
  retention: { takes: [], needsEmail: false, words: 1 },
  search: { takes: [], needsEmail: false, words: 1 },
  compact: { takes: [], needsEmail: false, words: 0 },
  audit: { takes: ['lost'], needsEmail: false, words: 1 },
  move: { takes: ['to'], needsEmail: false, words: 0 },
} as const satisfies Record<string, { takes: string[]; needsEmail: boolean; words: number }>;

export const auditWords = ['verify', 'export'] as const;

// Commands that change much take two words.
const secondWords = {
  retention: { word: 'run', what: adminTexts.retentionWhat },
  search: { word: 'rebuild', what: adminTexts.searchWhat },
};

export type CommandName = Exclude<keyof typeof commands, 'move' | 'audit'>;

/** For commands that work on the installation's own database. */
export const commandNames = Object.keys(commands).filter(
  (name): name is CommandName => name !== 'move' && name !== 'audit',
);

export interface AdminCommand {
  name: CommandName;
  email: string | undefined;
  password: string | undefined;
  deviceId: string | undefined;
  /** The code of the waiting device, as its person sees it. */
  code: string | undefined;
}

/** Reads the audit and its chain. */
export interface AuditCommand {
  name: 'audit';
  word: (typeof auditWords)[number];
  /** The part of a long answer after this. */
  after: ExportedTo | undefined;
}

/** Goes on with another key of the installation. */
export interface RekeyCommand {
  name: 'rekey';
  isLost: boolean;
}

/** Carries the embedded database to a PostgreSQL server. */
export interface MoveCommand {
  name: 'move';
  to: string;
}

function readWords(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageError(adminTexts.wrongOptions);
  }
}

const isServerUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

function assertSecondWord(name: keyof typeof secondWords, [given]: string[]): void {
  const { word, what } = secondWords[name];
  if (given !== word) throw new UsageError(what);
}

function auditCommandOf([given]: string[], isLost: boolean): AuditCommand | RekeyCommand {
  if (given === 'rekey') return { name: 'rekey', isLost };
  const word = auditWords.find((known) => known === given);
  if (!word) throw new UsageError(adminTexts.auditWhat);
  if (isLost) throw new UsageError(adminTexts.optionNotTaken(`audit ${word}`, 'lost'));
  return { name: 'audit', word, after: undefined };
}

/** By its identifier, or by its person and maybe its code. */
function assertOneDevice({ deviceId, email, code }: Partial<AdminCommand>): void {
  const isClear = deviceId ? !email && !code : Boolean(email);
  if (!isClear) throw new UsageError(adminTexts.deviceMissing);
}

/** The command that was asked for, 'help' for its help; throws UsageError. */
export function parseArguments(
  args: string[],
): AdminCommand | AuditCommand | RekeyCommand | MoveCommand | 'help' {
  const { values, positionals } = readWords(args);
  if (values.help) return 'help';
  const [name, ...words] = positionals;
  if (name === undefined) throw new UsageError(adminTexts.missingCommand);
  if (!isCommand(name)) throw new UsageError(adminTexts.unknownCommand(name));
  const { takes, needsEmail, words: most } = commands[name];
  const refused = Object.keys(values).find((option) => !takes.some((taken) => taken === option));
  if (refused) throw new UsageError(adminTexts.optionNotTaken(name, refused));
  if (words.length > most) throw new UsageError(adminTexts.tooManyWords(name));
  const { email, password, code, to = '' } = values;
  if (name === 'move') {
    if (!isServerUrl(to)) throw new UsageError(adminTexts.serverMissing);
    return { name, to };
  }
  if (name === 'audit') return auditCommandOf(words, values.lost ?? false);
  if (name === 'retention' || name === 'search') {
    assertSecondWord(name, words);
    return { name, email, password, deviceId: undefined, code };
  }
  const [deviceId] = words;
  if (needsEmail && !email) throw new UsageError(adminTexts.emailMissing(name));
  if (name === 'approve-device') assertOneDevice({ deviceId, email, code });
  return { name, email, password, deviceId, code };
}
