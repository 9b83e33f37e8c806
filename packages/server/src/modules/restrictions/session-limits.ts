/** A session ends after both, in ms: so long without use, and so long after it began, whatever its use. */
export interface SessionLimits {
  unusedMs: number;
  /** The time without use for an administrator's session, where it is less. */
  adminUnusedMs: number;
  lifetimeMs: number;
}

/** When a session began and was used last, in ms, and whether it is an administrator's. */
interface SessionUse {
  isAdmin: boolean;
  createdAt: number;
  lastUsed: number;
}

/** Whether it has lapsed, removed by now or not. */
export function isSessionOver(
  { unusedMs, adminUnusedMs, lifetimeMs }: SessionLimits,
  { isAdmin, createdAt, lastUsed }: SessionUse,
): boolean {
  const now = Date.now();
  const unused = isAdmin ? Math.min(unusedMs, adminUnusedMs) : unusedMs;
  return now - lastUsed > unused || now - createdAt > lifetimeMs;
}
