import { execFileSync } from 'node:child_process';

/**
 * faketime begins an instant ('@…') anew in the processes of another user, as PostgreSQL's are, so that clocks would
 * differ by seconds. The distance from the real time is the same for all.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function shareMovedClock(env = process.env) {
  if (!env.FAKETIME?.startsWith('@')) return;
  const real = execFileSync('date', ['+%s'], { env: onRealClock(env), encoding: 'utf8' });
  const ahead = Math.round(Date.now() / 1_000) - Number(real);
  env.FAKETIME = `${ahead < 0 ? '' : '+'}${ahead}`;
}

/**
 * For programs that faketime does not get along with, such as Redis.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function onRealClock(env = process.env) {
  return env.FAKETIME ? { ...env, LD_PRELOAD: '' } : env;
}
