import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { makeCertificate } from '../../../scripts/lib/make-certificate.mjs';
import { portOf } from '../src/http/addresses.ts';

/** A server of a test's own on https, which this process believes. */
export interface HttpsServer {
  url: string;
  /** The certificate of its authority, for `NODE_EXTRA_CA_CERTS` of other processes. */
  certificate: string;
  stop(): Promise<void>;
}

/** Node reads further authorities at its start alone; this process of the tests has started. */
function trustHere(certificate: string): void {
  const make = tls.createSecureContext;
  tls.createSecureContext = (options) => {
    const made = make(options);
    made.context.addCACert(certificate);
    return made;
  };
}

export async function startHttps(listener: RequestListener): Promise<HttpsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'https-server-'));
  const paths = await makeCertificate(folder);
  const [cert = '', key = ''] = await Promise.all(
    [paths.certificate, paths.key].map((path) => readFile(path, 'utf8')),
  );
  trustHere(cert);
  const server = createServer({ cert, key }, listener);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `https://localhost:${portOf(server)}`,
    certificate: paths.certificate,
    async stop() {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
