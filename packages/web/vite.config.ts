import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import browsers from './browsers.json' with { type: 'json' };
import manifest from './package.json' with { type: 'json' };
import { chatAhead } from './vite/chat-ahead.ts';
import { chunkGroups } from './vite/chunk-groups.ts';
import { contractWithoutSchemas } from './vite/contract-without-schemas.ts';
import { EMOJI_IMAGES, emojiImages, icons } from './vite/images.ts';
import { serviceWorker } from './vite/service-worker.ts';

const zod = fileURLToPath(new URL('src/shared/zod.ts', import.meta.url));
const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    contractWithoutSchemas(),
    react(),
    emojiImages(),
    icons(),
    chatAhead(),
    serviceWorker(),
  ],
  define: {
    'import.meta.env.VERSION': JSON.stringify(manifest.version),
    'import.meta.env.EMOJI_IMAGES': JSON.stringify(EMOJI_IMAGES),
  },
  resolve: {
    // The contract is read from its sources, so the page needs no build of it.
    conditions: ['source', 'module', 'browser', 'development|production'],
    // Its schemas too are made by the Zod that knows the page's policy.
    alias: [{ find: /^zod$/, replacement: zod }],
  },
  css: {
    // The way by PostCSS takes a tenth of the build. The whole sheet is made fit for older browsers at the end.
    transformer: 'lightningcss',
    // An area of a grid may be named in one sheet and filled in another one.
    lightningcss: { targets: {}, cssModules: { grid: false } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    // WebKit remembers across a reload that a file did not come, and an import fails with a preload that goes together
    // with it: a part once lost would stay lost. The chat's files, which most people need, come by `chatAhead`, and in
    // the one browser that knows no preload, Safari 16, with the page: a stand-in would weigh on everybody's first view.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // One file, with the page: WebKit draws nothing new while a style sheet that was asked for later is on its way.
    cssCodeSplit: false,
    target: 'es2022',
    // Older ones have no `:dir()`: it would be written out as a list of languages, which no message has.
    cssTarget: Object.entries(browsers).map(([name, version]) => name + version),
    // An inlined asset would be a data: address, which the page's policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Two thousand icons are never read for the fifty that the page shows.
      experimental: { lazyBarrel: true },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});
