import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNginx } from '../../scripts/lib/find-program.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { launch, type Program } from './program.ts';
import { Supervisor } from './supervisor.ts';

const EXAMPLE = inRepo('deploy/nginx/chat.conf');

export interface Certificate {
  certificate: string;
  key: string;
}

interface Fit {
  /** Where the processes of the chat listen. */
  targets: number[];
  port: number;
  /** Where what comes in the clear is sent on to TLS, as nginx writes addresses. */
  clearAt: string;
  /** Without one it speaks in the clear. */
  tls?: Certificate | undefined;
}

/** The example as an administrator gets it, with nothing but addresses and certificates replaced. */
function fitExample({ targets, port, clearAt, tls }: Fit): string {
  const servers = /( *server )127\.0\.0\.1:3001(.*\n)(?: *server 127\.0\.0\.1:\d+.*\n)+/g;
  return (
    readFileSync(EXAMPLE, 'utf8')
      .replace(servers, (_, before, after) =>
        targets.map((target) => `${before}127.0.0.1:${target}${after}`).join(''),
      )
      // The log of requests is looked at, and nothing is written outside the folder.
      .replace(/^(access|error)_log .*;$/gm, '')
      .replace('listen 80;', `listen ${clearAt};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port}${tls ? ' ssl http2' : ''};`)
      .replace(/ssl_certificate .*;/, tls ? `ssl_certificate ${tls.certificate};` : '')
      .replace(/ssl_certificate_key .*;/, tls ? `ssl_certificate_key ${tls.key};` : '')
  );
}

// As Debian's own nginx.conf includes it, with every path inside one folder; one process, so that a kill ends all of
// it.
const wrap = (home: string) => `
master_process off;
daemon off;
pid ${home}/nginx.pid;
error_log stderr notice;
events { worker_connections 8192; }
http {
  log_format ways '$upstream_addr $status $request_method $uri';
  access_log ${home}/access.log ways;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  include ${home}/chat.conf;
}
`;

/** nginx with the example of `deploy/`, kept running. */
export class Nginx {
  readonly port: number;
  private readonly home: string;
  private readonly kept: Supervisor<Program>;

  private constructor(program: string, home: string, port: number) {
    this.port = port;
    this.home = home;
    const args = ['-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf')];
    this.kept = new Supervisor(() =>
      launch(program, args, { cwd: home, readyWhen: /event method/ }),
    );
  }

  static async make(
    home: string,
    fit: Pick<Fit, 'targets' | 'tls'> & Partial<Fit>,
  ): Promise<Nginx> {
    const program = findNginx();
    const { port = await freePort(), clearAt = `unix:${home}/clear.sock` } = fit;
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'chat.conf'), fitExample({ ...fit, port, clearAt }));
    writeFileSync(join(home, 'nginx.conf'), wrap(home));
    return new Nginx(program, home, port);
  }

  get pid(): number | undefined {
    return this.kept.pid;
  }

  start(): Promise<void> {
    return this.kept.start();
  }

  stop(): Promise<void> {
    return this.kept.end(({ child }) => child.kill('SIGTERM'));
  }

  /** How often each process of the chat, by its port, was the one that answered. */
  shares(): Map<number, number> {
    const shares = new Map<number, number>();
    for (const line of readFileSync(join(this.home, 'access.log'), 'utf8').split('\n')) {
      // Servers that were passed over stand before the one that answered.
      const port = Number(/^(?:\S+, )*127\.0\.0\.1:(\d+) [1-4]/.exec(line)?.[1]);
      if (port) shares.set(port, (shares.get(port) ?? 0) + 1);
    }
    return shares;
  }
}
