import { expect, test } from 'vitest';
import { createInstallation } from '../test/installation.ts';
import { launchServer } from '../test/own-process.ts';

// On SIGUSR2 the process emits a warning, then an uncaught error.
const fault = `
  process.on('SIGUSR2', () => {
    process.emitWarning('algo raro');
    setImmediate(() => { throw new Error('roto') });
  })`;

test('warnings of Node and errors that nobody expected are lines of the one log, and the latter end it with 1', async () => {
  const installation = await createInstallation({ database: 'migrated' });
  const settings = {
    ...installation.settings,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}`,
  };
  const server = launchServer({ dataDir: installation.dataDir, settings });
  await server.url;
  process.kill(server.pid, 'SIGUSR2');
  expect(await server.ended).toBe(1);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line !== '');
  const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  expect(logged.slice(-2)).toMatchObject([
    { level: 40, msg: 'Node warns', err: { message: 'algo raro' } },
    { level: 60, msg: 'ended by an error that nobody expected', err: { message: 'roto' } },
  ]);
  // Apart from the log there are only the start's words for the operator, and no output of Node.
  const others = lines.filter((line) => !line.startsWith('{'));
  expect(others.join('\n')).toMatch(
    /^WEB CHAT está en [^\n]+(\nPrimer administrador: [^\n]+(\nContraseña: [^\n]+)?)?$/,
  );
  await installation.remove();
}, 120_000);
