/** Removes the oldest entry of a map that holds more than so many. */
export function dropOldest<Key>(map: Map<Key, unknown>, max: number): void {
  if (map.size <= max) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
