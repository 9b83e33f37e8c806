import { onPath } from '../scripts/lib/find-program.mjs';

/** Something this machine lacks, and how to get it, in one line. */
export class MissingProgram extends Error {}

/** The first of these programs that PATH has; throws how to get one otherwise. */
export function findProgram(names: string[], debianPackage: string): string {
  // Debian keeps servers where only root looks.
  const found = onPath(names) ?? onPath(names, '/usr/sbin:/usr/local/sbin');
  if (found) return found;
  throw new MissingProgram(
    `${names.join(' or ')} is missing: apt-get install ${debianPackage}, or brew install ${debianPackage.replace('-server', '')}`,
  );
}
