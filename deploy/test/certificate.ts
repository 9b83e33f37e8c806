import { join } from 'node:path';
import type { Certificate } from '../../lab/machines/nginx.ts';
import { run } from '../../scripts/lib/run.mjs';

/** A certificate for `localhost` that vouches for itself. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [certificate, key] = [join(folder, 'localhost.crt'), join(folder, 'localhost.key')];
  const made = await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', key, '-out', certificate],
  ]);
  if (made.code !== 0) throw new Error(`No certificate could be made:\n${made.output}`);
  return { certificate, key };
}
