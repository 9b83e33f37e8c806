import { parseArgs } from 'node:util';
import { seedSizeTexts } from '../seed-size.texts.ts';

/** How large a company is made; `chats` are all but personal ones, `groups` those besides GENERAL. */
export interface Size {
  users: number;
  groups: number;
  chats: number;
  messages: number;
}

/** The command cannot be understood: its caller must write it otherwise. */
export class UsageError extends Error {}

const limits: Record<keyof Size, { least: number; most: number; usual: number }> = {
  users: { least: 10, most: 20_000, usual: 5_000 },
  groups: { least: 1, most: 2_000, usual: 200 },
  chats: { least: 1, most: 100_000, usual: 20_000 },
  messages: { least: 1, most: 500_000, usual: 100_000 },
};

const usage = seedSizeTexts.help(
  Object.entries(limits).map(([name, { least, most, usual }]) => ({ name, least, most, usual })),
);

function read(args: string[]) {
  const option = { type: 'string' } as const;
  const options = { users: option, groups: option, chats: option, messages: option } as const;
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } })
      .values;
  } catch {
    throw new UsageError(seedSizeTexts.wrongOptions);
  }
}

function numberFor(name: keyof Size, written: string | undefined): number {
  const { least, most, usual } = limits[name];
  const value = written === undefined ? usual : Number(written);
  if (written === '' || !Number.isInteger(value) || value < least || value > most) {
    throw new UsageError(seedSizeTexts.wrongNumber(name, least, most));
  }
  return value;
}

/** The size asked for, or the help's text when that was; throws UsageError. */
export function parseSize(args: string[]): Size | string {
  const { help, ...values } = read(args);
  if (help) return usage;
  return {
    users: numberFor('users', values.users),
    groups: numberFor('groups', values.groups),
    chats: numberFor('chats', values.chats),
    messages: numberFor('messages', values.messages),
  };
}
