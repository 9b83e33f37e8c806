/** Makes one value from each item; the results are in the same places. */
export async function eachOf<const List extends readonly unknown[], Made>(
  list: List,
  make: (one: List[number]) => Promise<Made>,
): Promise<{ -readonly [Index in keyof List]: Made }> {
  const made: unknown = await Promise.all(list.map((one) => make(one)));
  return made as { -readonly [Index in keyof List]: Made };
}
