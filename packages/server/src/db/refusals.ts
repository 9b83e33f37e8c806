import { isForeignKeyViolation, isUniqueViolation } from './faults.ts';

/** Awaits a write; a constraint named in `refusals` that stops it becomes the error given for it. */
export async function orRefuse<T>(
  write: Promise<T>,
  refusals: Record<string, () => Error>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    for (const [constraint, refusal] of Object.entries(refusals)) {
      if (isUniqueViolation(error, constraint) || isForeignKeyViolation(error, constraint)) {
        throw refusal();
      }
    }
    throw error;
  }
}
