/**
 * A restored session, or invitation, could be one that was ended since; people sign in again, on devices still approved,
 * and from the beginning. Push subscriptions end with their sessions, and a copy tells no browser anything. A secret
 * that was copied is none: the first process to start makes a new one. A ZIP of somebody's data lasts a day, and its
 * file is in no backup. AUDIT_FILE goes on with the entry of the restore.
 */
export const LEFT_OUT = [
  'sessions',
  'invitations',
  'sign_in_attempts',
  'push_subscriptions',
  'push_notifications',
  'push_farewells',
  'push_withheld',
  'data_exports',
  'process_secret',
  'audit_file_progress',
] as const;

export type LeftOut = (typeof LEFT_OUT)[number];

/** No backup of this version holds the table; one of before may, and its rows are not restored. */
export const isLeftOut = (table: string): boolean => LEFT_OUT.some((each) => each === table);
