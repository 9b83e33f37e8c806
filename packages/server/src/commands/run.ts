import { findFewDescriptors } from '../start.ts';

const commands = {
  admin: async () => (await import('./admin.ts')).admin,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./backup.ts')).restore,
};

/**
 * One of the operator's commands. Its modules are read here, after a look at how many files this process may open:
 * where those are too few, reading them would end with a stack.
 */
export async function run(name: keyof typeof commands, args: string[]): Promise<void> {
  const refusal = findFewDescriptors();
  if (refusal === undefined) {
    const command = await commands[name]();
    await command(args);
    return;
  }
  console.error(refusal);
  process.exitCode = 1;
}
