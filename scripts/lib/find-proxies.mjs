import { onPath } from './find-program.mjs';

/**
 * Debian keeps servers where only administrators look.
 *
 * @param {string} name
 */
const find = (name) => onPath([name], `${process.env.PATH}:/usr/sbin:/usr/local/sbin`);

/** The program; throws how to get it where there is none. */
export function findNginx() {
  const program = find('nginx');
  if (!program) throw new Error('There is no nginx on PATH: apt-get install nginx');
  return program;
}

/** The program; throws how to get it where there is none. */
export function findCaddy() {
  const program = find('caddy');
  if (!program) throw new Error('There is no Caddy on PATH: apt-get install caddy');
  return program;
}

/** The program; throws how to get it where there is none. */
export function findPgBouncer() {
  const program = find('pgbouncer');
  if (!program) throw new Error('There is no PgBouncer on PATH: apt-get install pgbouncer');
  return program;
}

/** What reads the rules of Prometheus as it does itself; throws how to get it where there is none. */
export function findPromtool() {
  const program = find('promtool');
  if (!program) throw new Error('There is no promtool on PATH: apt-get install prometheus');
  return program;
}
