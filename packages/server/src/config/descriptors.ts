import { configTexts } from './config.texts.ts';
import { ConfigError } from './env.ts';

// Creating the embedded database opens the most files at once; this leaves room for some connected people.
const MIN_DESCRIPTORS = 1_000;

interface Report {
  /** Not on Windows. */
  userLimits?: { open_files: { soft: number | 'unlimited' } };
}

/** Refuses a start that could not open its files, before it fails in the midst of something. */
export function requireDescriptors(): void {
  const { userLimits }: Report = process.report.getReport();
  const allowed = userLimits?.open_files.soft;
  if (typeof allowed === 'number' && allowed < MIN_DESCRIPTORS) {
    throw new ConfigError(configTexts.fewDescriptors(allowed, MIN_DESCRIPTORS));
  }
}
