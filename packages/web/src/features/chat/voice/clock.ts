/** Minutes and seconds as a player shows them: 0:07, 12:30. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
