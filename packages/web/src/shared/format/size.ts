const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;
const STEP = 1024;

/** A file's size as a person reads it: `1,4 MB`, where MB = 2²⁰ bytes (rules/look 20). */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (Math.round(size) >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  const number = size.toLocaleString('es', { maximumFractionDigits: size < 10 ? 1 : 0 });
  return bytes === 1 ? '1 byte' : `${number} ${UNITS[unit]}`;
}
