import { codeOf } from '../shared/error-parts.ts';

const constraintOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'constraint' in error ? error.constraint : '';

/** A partition refuses by its own constraint, messages_p3_reference_key (deploy/postgres/partition-messages.sql). */
const wholeName = (constraint: unknown) => String(constraint).replace(/_p\d+_/, '_');

/** True when `error` is the database refusing a second row under the named unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return codeOf(error) === '23505' && wholeName(constraintOf(error)) === constraint;
}

/** True when `error` is the database refusing to remove or name a row because of the named foreign key. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  return codeOf(error) === '23503' && constraintOf(error) === constraint;
}

/** True when the database has no room left on its disk. */
export const isDiskFull = (error: unknown) => codeOf(error) === '53100';

/** True when the database broke a deadlock at our cost: nothing was done, and it may be done again. */
export const isDeadlock = (error: unknown) => codeOf(error) === '40P01';

/** True when the database will be there in a moment: it starts, or recovers from a crash. */
export const isStarting = (error: unknown) => codeOf(error) === '57P03';
