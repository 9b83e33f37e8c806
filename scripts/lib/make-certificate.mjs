import { join } from 'node:path';
import { run } from './run.mjs';

/**
 * A certificate for `localhost` and 127.0.0.1 that vouches for itself.
 *
 * @param {string} folder
 */
export async function makeCertificate(folder) {
  const [certificate, key] = [join(folder, 'localhost.crt'), join(folder, 'localhost.key')];
  const made = await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', key, '-out', certificate],
  ]);
  if (made.code !== 0) throw new Error(`No certificate could be made:\n${made.output}`);
  return { certificate, key };
}
