const MAX = 320;
const MIN = 72;
const UNKNOWN = { width: 240, height: 180 };

const within = (length: number) => Math.max(MIN, Math.min(MAX, Math.round(length)));

/** The place an image takes in the conversation, known before it has loaded. */
export function thumbBox(width: number | null, height: number | null) {
  if (!width || !height) return UNKNOWN;
  const scale = Math.min(1, MAX / width, MAX / height);
  return { width: within(width * scale), height: within(height * scale) };
}
