import { onPath } from './find-program.mjs';

/** The program; throws how to get it where there is none. */
export function findNginx() {
  // Debian keeps servers where only administrators look.
  const program = onPath(['nginx'], `${process.env.PATH}:/usr/sbin:/usr/local/sbin`);
  if (!program) throw new Error('There is no nginx on PATH: apt-get install nginx');
  return program;
}
