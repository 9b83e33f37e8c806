import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('service-worker.js', import.meta.url));
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/** The files of the application; pictures, other alphabets and people's uploads stay on the network. */
const SHELL =
  /^(assets\/.*\.(js|css)|assets\/inter-latin-wght.*\.woff2|theme\.js|chat-ahead\.js|icon[\w-]*\.svg|manifest\.webmanifest)$/;

/** Writes the service worker once everything it keeps is there. */
export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
        SHELL.test(file),
      );
      const hash = createHash('sha256').update(page);
      for (const file of files) hash.update(readFileSync(join(folder, file)));
      const shell = {
        version: hash.digest('hex').slice(0, 12),
        entry: ENTRY.exec(page)?.[1],
        files: ['/', ...files.map((file) => `/${file}`)],
      };
      await bundle(folder, shell);
    },
  };
}

/** In one classic script: not every browser has service workers that are modules. */
async function bundle(outDir: string, shell: object): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __SHELL__: JSON.stringify(shell) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: SOURCE,
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'service-worker.js',
      },
    },
  });
}
