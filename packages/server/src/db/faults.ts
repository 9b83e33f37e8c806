export interface DatabaseFault {
  code?: string;
  constraint?: string;
}

/** A partition refuses by its own constraint, messages_p3_reference_key (deploy/postgres/partition-messages.sql). */
const wholeName = (constraint: string | undefined) => constraint?.replace(/_p\d+_/, '_');

/** True when `error` is the database refusing a second row under the named unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const fault = error as DatabaseFault;
  return fault?.code === '23505' && wholeName(fault.constraint) === constraint;
}

/** True when `error` is the database refusing to remove or name a row because of the named foreign key. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  const fault = error as DatabaseFault;
  return fault?.code === '23503' && fault.constraint === constraint;
}

/** True when the database has no room left on its disk. */
export const isDiskFull = (error: unknown) => (error as DatabaseFault)?.code === '53100';

/** True when the database broke a deadlock at our cost: nothing was done, and it may be done again. */
export const isDeadlock = (error: unknown) => (error as DatabaseFault)?.code === '40P01';
