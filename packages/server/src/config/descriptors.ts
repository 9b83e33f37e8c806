import { configTexts } from './config.texts.ts';

// Creating the embedded database opens the most files at once; this leaves room for some connected people.
const MIN_DESCRIPTORS = 1_000;

interface Report {
  /** Not on Windows. */
  userLimits?: { open_files: { soft: number | 'unlimited' } };
}

/** Why this process cannot open its files; undefined where it can. Said before it fails in the midst of something. */
export function findFewDescriptors(): string | undefined {
  const { userLimits }: Report = process.report.getReport();
  const allowed = userLimits?.open_files.soft;
  return typeof allowed === 'number' && allowed < MIN_DESCRIPTORS
    ? configTexts.fewDescriptors(allowed, MIN_DESCRIPTORS)
    : undefined;
}
