import { configTexts } from './config/operator.texts.ts';

// The embedded database opens the most files; this leaves room for some connected people.
const MIN_DESCRIPTORS = 1_000;

interface Report {
  /** Not on Windows. */
  userLimits?: { open_files: { soft: number | 'unlimited' } };
}

/** Why this process cannot open its files; undefined where it can. Said before it fails in the midst of something. */
function findFewDescriptors(): string | undefined {
  const { userLimits }: Report = process.report.getReport();
  const allowed = userLimits?.open_files.soft;
  return typeof allowed === 'number' && allowed < MIN_DESCRIPTORS
    ? configTexts.fewDescriptors(allowed, MIN_DESCRIPTORS)
    : undefined;
}

/** Modules are read after that look, by `work`: with too few files to open, reading them would end with a stack. */
async function withDescriptors(work: () => Promise<void>): Promise<void> {
  const refusal = findFewDescriptors();
  if (refusal === undefined) return work();
  console.error(refusal);
  process.exitCode = 1;
}

/**
 * Serves until a signal; where that is not possible, says why in one line and ends the process.
 *
 * @param pageBuilt until then the page's files are not all there
 */
export const start = (pageBuilt?: Promise<unknown>): Promise<void> =>
  withDescriptors(async () => {
    const { serve } = await import('./serve.ts');
    const { explainFailure } = await import('./explain-failure.ts');
    try {
      await serve(pageBuilt);
    } catch (error) {
      console.error(explainFailure(error));
      process.exit(1);
    }
  });

const commands = {
  admin: async () => (await import('./commands/admin.ts')).admin,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/backup.ts')).restore,
};

/** One of the operator's commands. */
export const runCommand = (name: keyof typeof commands, args: string[]): Promise<void> =>
  withDescriptors(async () => {
    const command = await commands[name]();
    await command(args);
  });
