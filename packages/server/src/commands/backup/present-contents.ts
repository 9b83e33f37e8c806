import { backupTexts } from '../backup.texts.ts';
import { fileKeyOf, type Manifest } from './manifest.ts';

/** The contents of a backup in numbers, without anything that people write. */
export function presentContents({ tables, parts, missingFiles }: Manifest): string {
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  const files = parts.filter(({ name }) => fileKeyOf(name) !== undefined).length;
  const holds = backupTexts.holds(rowsOf('users'), rowsOf('messages'), files);
  return missingFiles.length > 0 ? `${holds}; ${backupTexts.missing(missingFiles)}` : holds;
}
