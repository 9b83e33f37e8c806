import { mkdirSync } from 'node:fs';
import { installAside } from '../../scripts/lib/find-program.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { launch, type Program } from './program.ts';
import { Supervisor } from './supervisor.ts';

const BUCKET = 'archivos';
// The store knows these keys and no others.
const KEY = 'S3RVER';

/** An S3-compatible store that comes as a package, kept running. */
export class ObjectStore {
  /** The bucket's address as a value of `S3_URL`. */
  readonly url: string;
  private readonly kept: Supervisor<Program>;

  private constructor(folder: string, home: string, port: number) {
    this.url = `s3://${KEY}:${KEY}@127.0.0.1:${port}/${BUCKET}?tls=0`;
    const where = ['--address', '127.0.0.1', '--port', `${port}`, '--directory', home];
    const args = [`${folder}/bin/s3rver.js`, ...where, '--configure-bucket', BUCKET];
    this.kept = new Supervisor(() =>
      launch(process.execPath, args, { cwd: home, readyWhen: /listening on/i }),
    );
  }

  static async make(home: string): Promise<ObjectStore> {
    mkdirSync(home, { recursive: true });
    // Beside the locked packages: good for trying, too old to stand among those that people run.
    return new ObjectStore(await installAside('s3rver', '3.7.1'), home, await freePort());
  }

  start(): Promise<void> {
    return this.kept.start();
  }

  stop(): Promise<void> {
    return this.kept.end(({ child }) => child.kill('SIGTERM'));
  }
}
