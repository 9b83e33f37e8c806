/** A name as `name_key` columns keep it: names that differ by case alone are the same (contract §2). */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
