import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCaddy } from '../../scripts/lib/find-program.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { launch, type Program } from './program.ts';
import { Supervisor } from './supervisor.ts';

const EXAMPLE = inRepo('deploy/caddy/Caddyfile');

// Nothing leaves its folder, least of all into the machine's list of trusted authorities.
const optionsFor = (port: number, clearPort: number) => `{
	admin off
	skip_install_trust
	http_port ${clearPort}
	https_port ${port}
`;

/** The example as an administrator gets it, with nothing but options of this machine put before its own. */
const fitExample = (port: number, clearPort: number) =>
  readFileSync(EXAMPLE, 'utf8').replace(/^\{\n/m, optionsFor(port, clearPort));

/** Caddy with the example of `deploy/`, for `localhost`, with an authority of its own; kept running. */
export class Caddy {
  readonly port: number;
  readonly clearPort: number;
  /** Its authority's certificate. */
  readonly authority: string;
  private readonly kept: Supervisor<Program>;

  private constructor(home: string, targets: number[], port: number, clearPort: number) {
    this.port = port;
    this.clearPort = clearPort;
    this.authority = join(home, 'caddy/pki/authorities/local/root.crt');
    const program = findCaddy();
    const args = ['run', '--adapter', 'caddyfile', '--config', join(home, 'Caddyfile')];
    const env = {
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      CHAT_SITE: 'localhost',
      CHAT_PROCESSES: targets.map((target) => `127.0.0.1:${target}`).join(' '),
    };
    const readyWhen = /certificate obtained successfully/;
    this.kept = new Supervisor(() => launch(program, args, { cwd: home, env, readyWhen }));
  }

  static async make(home: string, targets: number[]): Promise<Caddy> {
    const [port, clearPort] = await Promise.all([freePort(), freePort()]);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'Caddyfile'), fitExample(port, clearPort));
    return new Caddy(home, targets, port, clearPort);
  }

  start(): Promise<void> {
    return this.kept.start();
  }

  stop(): Promise<void> {
    return this.kept.end(({ child }) => child.kill('SIGTERM'));
  }
}
