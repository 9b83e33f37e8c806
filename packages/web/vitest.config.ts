import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

const drawsOfTheGate = process.env.TEST_PART === 'gate' ? ['../server/test/fixed-draws.ts'] : [];

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      environment: 'happy-dom',
      // Each file still has modules and a page of its own, in a process that loads what makes pages once.
      pool: 'vmForks',
      testTimeout: 120_000,
      setupFiles: ['src/test/timeouts.ts', ...drawsOfTheGate],
      include: ['src/**/*.test.{ts,tsx}'],
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);
