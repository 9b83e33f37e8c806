import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onPath } from '../../scripts/lib/find-program.mjs';
import { type Ran, run } from '../../scripts/lib/run.mjs';

export type Podman = (...args: string[]) => Promise<Ran>;

/** The Dockerfile, and people in a container, call these. */
const programs = ['node', 'sh', 'cp', 'mv', 'rm', 'mkdir', 'chown', 'id', 'env', 'dirname'];
const more = ['readlink', 'cat', 'true', 'setpriv'];

/** A copy of this machine's Node in place of an official image, which needs a registry. */
async function layBase(root: string, natives: string[]): Promise<void> {
  for (const folder of ['usr/bin', 'usr/lib', 'usr/lib64', 'etc', 'tmp', 'opt', 'root']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const name of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name));
  const found = [...programs, ...more].map((name) => onPath([name]) ?? name);
  for (const program of found) copyFileSync(program, join(root, 'usr/bin', basename(program)));
  const { output } = await run('ldd', [...found, ...natives]);
  for (const [, library = ''] of output.matchAll(/(?:=> |^\t)(\/(?:usr\/)?lib\S+) /gm)) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
  writeFileSync(
    join(root, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n',
  );
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
}

/**
 * Podman with a place of its own for images, and the name `node:22-slim` for a copy of this machine's Node; undefined
 * where podman cannot run containers here. The image has the libraries that `natives` want.
 */
export async function preparePodman(
  natives: string[],
): Promise<{ podman: Podman; remove(): Promise<void> } | undefined> {
  const [program, runtime] = [onPath(['podman']), onPath(['runc'])];
  if (!program || !runtime || process.getuid?.() !== 0) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'web-chat-podman-'));
  const place = ['--root', join(home, 'images'), '--runroot', join(home, 'run')];
  // No more than this process may give away.
  const settings = join(home, 'containers.conf');
  writeFileSync(settings, '[containers]\ndefault_ulimits=["nofile=4096:4096","nproc=4096:4096"]\n');
  const env = { CONTAINERS_CONF: settings };
  const podman: Podman = (...args) =>
    run(program, [...place, '--runtime', runtime, '--log-level', 'error', ...args], { env });
  const root = join(home, 'root');
  await layBase(root, natives);
  await run('tar', ['-C', root, '-cf', join(home, 'base.tar'), '.']);
  rmSync(root, { recursive: true });
  const path = 'ENV PATH=/usr/local/bin:/usr/bin:/bin';
  const name = 'docker.io/library/node:22-slim';
  await podman('import', '--change', path, join(home, 'base.tar'), name);
  const remove = async () => {
    await podman('rm', '--all', '--force', '--time', '0');
    await podman('rmi', '--all', '--force');
    await podman('umount', '--all');
    rmSync(home, { recursive: true, force: true });
  };
  const { code } = await podman('run', '--rm', '--network=none', name, 'node', '--version');
  if (code === 0) return { podman, remove };
  await remove();
  return undefined;
}
