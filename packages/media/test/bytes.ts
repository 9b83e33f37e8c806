/** Building blocks of small silent recordings, encoded as recorders encode them. */

export const bytesOf = (...numbers: number[]) => Buffer.from(numbers);
export const wide = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
export const long = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

export type Tracks = 'sound' | 'picture' | 'both';
export const kindsOf = (tracks: Tracks) =>
  tracks === 'both' ? (['picture', 'sound'] as const) : [tracks];
