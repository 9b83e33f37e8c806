import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  // The contract is read from its sources, so the page needs no build of it.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // An inlined asset would be a data: address, which the page's policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Otherwise each part that two pages share is a file of its own, and opening a page asks for forty of them.
        codeSplitting: {
          groups: [
            { name: 'controls', test: /node_modules\/@base-ui|node_modules\/@floating-ui/ },
            { name: 'libraries', test: /node_modules/, minShareCount: 2 },
            { name: 'common', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
