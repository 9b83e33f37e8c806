import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { emojiImages } from './emoji-images.ts';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), emojiImages()],
  // The contract is read from its sources, so the page needs no build of it.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // An inlined asset would be a data: address, which the page's policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
});
